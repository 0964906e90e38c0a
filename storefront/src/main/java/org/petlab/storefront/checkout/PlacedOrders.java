package org.petlab.storefront.checkout;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.petlab.workflow.kernel.PastOrders;
import org.petlab.workflow.kernel.transactions.AutoCommit;

/**
 * The orders that were placed here, as the storefront knows them: it never learns their fate. A
 * customer finds past orders among his own; the lab is told of the others only.
 */
@ApplicationScoped
public class PlacedOrders implements OrderResolver.LocalOrders {
  private static final String COLUMNS = "order_id, customer, received_ns, total, lines";
  private static final String OWN = " where " + PastOrders.exclusionSql("order_id");

  // SQLSTATE class 23: a constraint is violated; here it can only be the primary key.
  private static final String TAKEN = "23";
  // Who books a number that a transaction in doubt has booked waits for that transaction.
  private static final int DOUBT_WAIT_S = 5;

  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  /**
   * One order of the books.
   *
   * @param receivedNanos wall clock since the epoch
   * @param lines such as {@code EST-1:2;EST-4:1}
   */
  public record PlacedOrder(
      String orderId, String customer, long receivedNanos, BigDecimal total, String lines) {}

  /** Books an order in the transaction of the thread; returns the number that it got. */
  String book(SubmittedOrder order, long receivedNanos) {
    String sql =
        "insert into placed_order (customer, received_ns, total, lines) values (?, ?, ?, ?)";
    try (Connection connection = database.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql, new String[] {"order_id"})) {
      insert.setString(1, order.customer());
      insert.setLong(2, receivedNanos);
      insert.setBigDecimal(3, order.cart().total());
      insert.setString(4, order.cart().shortForm());
      insert.executeUpdate();
      return generatedKey(insert);
    } catch (SQLException e) {
      throw failed("book an order", e);
    }
  }

  private static String generatedKey(PreparedStatement insert) throws SQLException {
    try (ResultSet keys = insert.getGeneratedKeys()) {
      keys.next();
      return keys.getString(1);
    }
  }

  /**
   * Books an order under the number that it got when it was tried before, in the transaction of the
   * thread. False when it is booked already.
   */
  boolean bookAgain(String orderId, SubmittedOrder order, long receivedNanos) {
    if (has(orderId)) {
      return false;
    }
    PlacedOrder row =
        new PlacedOrder(
            orderId,
            order.customer(),
            receivedNanos,
            order.cart().total(),
            order.cart().shortForm());
    try (Connection connection = database.getConnection()) {
      insert(row, connection);
      return true;
    } catch (SQLException e) {
      throw failed("book an order again", e);
    }
  }

  @Override
  public void book(PlacedOrder order) {
    try (Connection connection = AutoCommit.open(database)) {
      insert(order, connection);
    } catch (SQLException e) {
      if (!isTaken(e)) {
        throw failed("book an order of the order processing center", e);
      }
    }
  }

  @Override
  public boolean isInDoubt(String orderId) {
    PlacedOrder probe = new PlacedOrder(orderId, "", 0, BigDecimal.ZERO, "");
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        insert(probe, connection);
        return false;
      } finally {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw failed("see whether an order is in doubt", e);
    }
  }

  private static void insert(PlacedOrder order, Connection connection) throws SQLException {
    String sql = "insert into placed_order (" + COLUMNS + ") values (?, ?, ?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setQueryTimeout(DOUBT_WAIT_S);
      insert.setString(1, order.orderId());
      insert.setString(2, order.customer());
      insert.setLong(3, order.receivedNanos());
      insert.setBigDecimal(4, order.total());
      insert.setString(5, order.lines());
      insert.executeUpdate();
    }
  }

  private static boolean isTaken(SQLException e) {
    return e.getSQLState() != null && e.getSQLState().startsWith(TAKEN);
  }

  @Override
  public boolean has(String orderId) {
    String sql = "select 1 from placed_order where order_id = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, orderId);
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    } catch (SQLException e) {
      throw failed("look for an order", e);
    }
  }

  /** The order of that number, if it is that customer's. */
  public Optional<PlacedOrder> find(String orderId, String customer) {
    String sql = "select " + COLUMNS + " from placed_order where order_id = ? and customer = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, orderId);
      select.setString(2, customer);
      return orders(select).stream().findFirst();
    } catch (SQLException e) {
      throw failed("read an order", e);
    }
  }

  /** So many of a customer's orders, latest first, after the first ones. */
  public List<PlacedOrder> latestOf(String customer, int after, int count) {
    String sql =
        "select "
            + COLUMNS
            + " from placed_order where customer = ? order by received_ns desc, order_id desc"
            + " offset ? rows fetch next ? rows only";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, customer);
      select.setInt(2, after);
      select.setInt(3, count);
      return orders(select);
    } catch (SQLException e) {
      throw failed("read a customer's orders", e);
    }
  }

  public long countOf(String customer) {
    String sql = "select count(*) from placed_order where customer = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, customer);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    } catch (SQLException e) {
      throw failed("count a customer's orders", e);
    }
  }

  /** All orders but past ones, oldest first. */
  public List<PlacedOrder> all() {
    String sql =
        "select " + COLUMNS + " from placed_order" + OWN + " order by received_ns, order_id";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      return orders(select);
    } catch (SQLException e) {
      throw failed("read the orders", e);
    }
  }

  /** How many there are, past ones left out. */
  public long count() {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from placed_order" + OWN)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw failed("count the orders", e);
    }
  }

  /** Fails when the database does not answer or the table is not there. */
  public void check() {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeQuery("select order_id from placed_order where order_id = '0'").close();
    } catch (SQLException e) {
      throw failed("reach the database", e);
    }
  }

  /** Forgets all orders but past ones; the numbers go on. */
  public void clear() {
    try (Connection connection = AutoCommit.open(database);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("delete from placed_order" + OWN);
    } catch (SQLException e) {
      throw failed("clear the orders", e);
    }
  }

  private static List<PlacedOrder> orders(PreparedStatement select) throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      List<PlacedOrder> orders = new ArrayList<>();
      while (row.next()) {
        orders.add(
            new PlacedOrder(
                row.getString(1),
                row.getString(2),
                row.getLong(3),
                row.getBigDecimal(4),
                row.getString(5)));
      }
      return orders;
    }
  }

  private static IllegalStateException failed(String what, SQLException e) {
    return new IllegalStateException("Could not " + what + ": " + e.getMessage(), e);
  }
}
