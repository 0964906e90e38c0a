package org.petlab.workflow.management;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Transaction branches that a database has prepared and that nobody has ended yet. */
final class PreparedBranches {
  private static final String POSTGRESQL =
      """
      select gid from pg_prepared_xacts
      where owner = current_user and database = current_database() order by gid""";

  // Oracle does not say whose they are: all of the database are named. Not tried on a real one.
  private static final String ORACLE =
      """
      select rawtohex(globalid) || '.' || rawtohex(branchid)
      from sys.dba_pending_transactions order by 1""";

  private PreparedBranches() {}

  /**
   * Their names, those of the data source's user where the database knows users' branches apart.
   */
  static List<String> in(DataSource database) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(query(connection.getMetaData().getDatabaseProductName()))) {
      List<String> names = new ArrayList<>();
      while (row.next()) {
        names.add(row.getString(1));
      }
      return names;
    } catch (SQLException e) {
      throw new IllegalStateException("Could not read the prepared branches: " + e.getMessage(), e);
    }
  }

  static String query(String product) {
    return switch (product) {
      case "PostgreSQL" -> POSTGRESQL;
      case "Oracle" -> ORACLE;
      default ->
          throw new IllegalStateException(
              "Where " + product + " lists its prepared branches is not known");
    };
  }
}
