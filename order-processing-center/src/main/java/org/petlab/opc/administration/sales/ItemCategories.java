package org.petlab.opc.administration.sales;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.transaction.Transactional;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.petlab.opc.history.PeerApplicationClient;
import org.petlab.workflow.kernel.Application;

/**
 * To which category an item belongs. An order says only which item was bought; the catalogue is the
 * storefront's, so it is asked once, and again when an item turns up that it did not name. What it
 * says is kept in the table {@code item_category}, beside the orders.
 */
@ApplicationScoped
public class ItemCategories {
  // An item that the catalogue has forgotten stays unknown: it must not cost a question each time.
  private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(30);
  private static final int ROWS_AT_ONCE = 1000;

  @Resource(lookup = "jdbc/opc")
  private DataSource database;

  @Inject private PeerApplicationClient others;

  private long requestedNanos = System.nanoTime() - RETRY_NS;

  /** Asks the storefront, unless it was asked just now; true when it says something new. */
  @Transactional
  public synchronized boolean learn() {
    if (System.nanoTime() - requestedNanos < RETRY_NS) {
      return false;
    }
    requestedNanos = System.nanoTime();
    Optional<Map<String, String>> received =
        others.get(Application.STOREFRONT, "/item-categories").map(ItemCategories::read);
    return received.isPresent() && keep(received.get());
  }

  /** Keeps what the storefront told; false when that was kept already. */
  private boolean keep(Map<String, String> categories) {
    try (Connection connection = database.getConnection()) {
      if (categories.equals(known(connection))) {
        return false;
      }
      write(connection, categories);
      return true;
    } catch (SQLException e) {
      throw new IllegalStateException("Could not keep the categories: " + e.getMessage(), e);
    }
  }

  private static Map<String, String> known(Connection connection) throws SQLException {
    Map<String, String> known = new HashMap<>();
    try (Statement select = connection.createStatement();
        ResultSet row = select.executeQuery("select item_id, category from item_category")) {
      while (row.next()) {
        known.put(row.getString(1), row.getString(2));
      }
    }
    return known;
  }

  private static void write(Connection connection, Map<String, String> categories)
      throws SQLException {
    try (Statement delete = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into item_category (item_id, category) values (?, ?)")) {
      delete.executeUpdate("delete from item_category");
      int waiting = 0;
      for (Map.Entry<String, String> each : categories.entrySet()) {
        insert.setString(1, each.getKey());
        insert.setString(2, each.getValue());
        insert.addBatch();
        if (++waiting % ROWS_AT_ONCE == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  private static Map<String, String> read(String answer) {
    try (JsonReader reader = Json.createReader(new StringReader(answer))) {
      Map<String, String> categories = new HashMap<>();
      JsonObject read = reader.readObject();
      read.keySet().forEach(item -> categories.put(item, read.getString(item)));
      return Map.copyOf(categories);
    }
  }
}
