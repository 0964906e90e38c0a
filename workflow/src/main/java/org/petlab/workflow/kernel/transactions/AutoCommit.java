package org.petlab.workflow.kernel.transactions;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Connections outside the container's transactions, each statement of which commits by itself. */
public final class AutoCommit {
  private AutoCommit() {}

  /**
   * Opens one. A connection that is a last agent comes back to the pool without auto-commit when
   * its commit has failed (Payara 7), and what is written on it next would wait for whoever commits
   * on it later.
   */
  public static Connection open(DataSource database) throws SQLException {
    Connection connection = database.getConnection();
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }
}
