package org.petlab.workflow.observability.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.petlab.workflow.kernel.Identifier;
import org.petlab.workflow.kernel.transactions.AutoCommit;

/** The table {@code step_record} of the application's own schema. */
final class StepTable {
  private static final String COLUMNS =
      "order_id, step, began_ns, ended_ns, deliveries, outcome, document_id, transition, delegate";
  private static final String INSERT =
      "insert into step_record (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String SELECT =
      "select " + COLUMNS + " from step_record where order_id = ? order by began_ns, ended_ns";

  private static final String UNKNOWN = "unknown";

  private final DataSource database;

  StepTable(DataSource database) {
    this.database = database;
  }

  /** Writes all of them or none, in a transaction of its own. Not to be called within another. */
  void insert(List<StepRecord> steps) throws SQLException {
    try (Connection connection = AutoCommit.open(database)) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
        for (StepRecord step : steps) {
          // A foreign sender can name an order as it likes, and one bad row would hold up all others.
          if (Identifier.isValid(step.orderId())) {
            set(insert, step);
            insert.addBatch();
          }
        }
        insert.executeBatch();
        connection.commit();
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  private static void set(PreparedStatement insert, StepRecord step) throws SQLException {
    insert.setString(1, step.orderId());
    insert.setString(2, step.step());
    insert.setLong(3, step.beganNs());
    insert.setLong(4, step.endedNs());
    insert.setInt(5, step.deliveries());
    insert.setString(6, step.outcome());
    insert.setString(7, Identifier.isValid(step.documentId()) ? step.documentId() : UNKNOWN);
    insert.setObject(8, step.transition(), Types.VARCHAR);
    insert.setObject(9, step.delegate(), Types.VARCHAR);
  }

  /** All that is written down of an order, in the order in which it began. */
  List<StepRecord> of(String orderId) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(SELECT)) {
      select.setString(1, orderId);
      try (ResultSet row = select.executeQuery()) {
        List<StepRecord> steps = new ArrayList<>();
        while (row.next()) {
          steps.add(
              new StepRecord(
                  row.getString(1),
                  row.getString(2),
                  row.getLong(3),
                  row.getLong(4),
                  row.getInt(5),
                  row.getString(6),
                  row.getString(7),
                  row.getString(8),
                  row.getString(9)));
        }
        return steps;
      }
    }
  }

  void clear() throws SQLException {
    try (Connection connection = AutoCommit.open(database);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("truncate table step_record");
    }
  }
}
