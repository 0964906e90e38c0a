package org.petlab.storefront.checkout;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.workflow.kernel.transactions.AutoCommit;

/**
 * The table {@code unsettled_order}, from which a server that was away learns what it had not found
 * out. Nothing is written here for an order whose checkout went well.
 */
@ApplicationScoped
class UnsettledTable {
  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  void write(UnsettledOrder unsettled) {
    PlacedOrder order = unsettled.order();
    try (Connection connection = AutoCommit.open(database)) {
      delete(order.orderId(), connection);
      String sql =
          "insert into unsettled_order"
              + " (order_id, customer, received_ns, total, lines, sent_outside, resolution)"
              + " values (?, ?, ?, ?, ?, ?, ?)";
      try (PreparedStatement insert = connection.prepareStatement(sql)) {
        insert.setString(1, order.orderId());
        insert.setString(2, order.customer());
        insert.setLong(3, order.receivedNanos());
        insert.setBigDecimal(4, order.total());
        insert.setString(5, order.lines());
        insert.setInt(6, unsettled.isSentOutside() ? 1 : 0);
        insert.setString(7, unsettled.resolution().name());
        insert.executeUpdate();
      }
    } catch (SQLException e) {
      throw failed("note an unsettled order", e);
    }
  }

  void delete(String orderId) {
    try (Connection connection = AutoCommit.open(database)) {
      delete(orderId, connection);
    } catch (SQLException e) {
      throw failed("forget an unsettled order", e);
    }
  }

  private static void delete(String orderId, Connection connection) throws SQLException {
    String sql = "delete from unsettled_order where order_id = ?";
    try (PreparedStatement delete = connection.prepareStatement(sql)) {
      delete.setString(1, orderId);
      delete.executeUpdate();
    }
  }

  /** What was not settled when the shop was last here, or that nothing came of it. */
  List<UnsettledOrder> all() {
    String sql =
        "select order_id, customer, received_ns, total, lines, sent_outside, resolution"
            + " from unsettled_order";
    try (Connection connection = AutoCommit.open(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<UnsettledOrder> all = new ArrayList<>();
      while (row.next()) {
        UnsettledOrder read =
            new UnsettledOrder(
                new PlacedOrder(
                    row.getString(1),
                    row.getString(2),
                    row.getLong(3),
                    row.getBigDecimal(4),
                    row.getString(5)),
                row.getInt(6) == 1,
                Resolution.valueOf(row.getString(7)),
                resolution -> {});
        read.recordPersisted();
        all.add(read);
      }
      return all;
    } catch (SQLException e) {
      throw failed("read the unsettled orders", e);
    }
  }

  /**
   * Of the last numbers that were drawn, those that no order has: a crash may have come between an
   * order and its books.
   */
  List<String> numbersWithoutOrder() {
    try (Connection connection = AutoCommit.open(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select order_id from number_without_order")) {
      List<String> numbers = new ArrayList<>();
      while (row.next()) {
        numbers.add(row.getString(1));
      }
      return numbers;
    } catch (SQLException e) {
      throw failed("read the numbers without an order", e);
    }
  }

  void clear() {
    try (Connection connection = AutoCommit.open(database);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("delete from unsettled_order");
    } catch (SQLException e) {
      throw failed("clear the unsettled orders", e);
    }
  }

  private static IllegalStateException failed(String what, SQLException e) {
    return new IllegalStateException("Could not " + what + ": " + e.getMessage(), e);
  }
}
