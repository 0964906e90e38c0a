package org.petlab.transactions.probe;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;

/**
 * Records each call of one of the probe's own resources, and which rows the rest of the world could
 * see at that moment: who had committed by then. No bean, because recovery's thread, which calls
 * too, belongs to no application.
 */
final class Trace {
  private static final String ROWS = "select name from probe order by name";

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final DataSource database;

  Trace(DataSource database) {
    this.database = database;
  }

  void clear() {
    lines.clear();
  }

  void note(String call) {
    lines.add(call + ", seen: " + seenByOthers());
  }

  /** Asked by a thread that has no transaction. */
  private List<String> seenByOthers() {
    FutureTask<List<String>> lookup = new FutureTask<>(this::rows);
    Thread other = new Thread(lookup, "probe lookup");
    other.setContextClassLoader(Trace.class.getClassLoader());
    other.start();
    try {
      return lookup.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> rows() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(ROWS)) {
      List<String> names = new ArrayList<>();
      while (row.next()) {
        names.add(row.getString(1));
      }
      return names;
    }
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
