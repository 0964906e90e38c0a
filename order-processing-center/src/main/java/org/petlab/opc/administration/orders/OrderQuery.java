package org.petlab.opc.administration.orders;

import java.util.ArrayList;
import java.util.List;
import org.petlab.opc.administration.Dates;
import org.petlab.opc.orders.OrderState;

/**
 * The SQL of a filter, for PostgreSQL and Oracle. Every restriction has an index that ends in the
 * list's order, so that a page costs as much among a million orders as among ten.
 */
final class OrderQuery {
  /** An order of this address, if there is one. */
  static final String OF_ADDRESS =
      "select 1 from purchase_order where email = ? fetch first 1 rows only";

  /** A match of a text that is not looked at, if there is one, by number and by address. */
  static final List<String> BEYOND = List.of(beyond("order_id"), beyond("email"));

  // Whatever the text is, no more than these are looked at: a subquery that ends is planned alone.
  private static final int MATCHES = 1_000;
  private static final char BEHIND_ALL = '\uffff';

  private final StringBuilder sql =
      new StringBuilder(
          """
          select order_id, state, awaiting_approval, customer_id, email, total, received_ns
          from purchase_order where 1 = 1""");
  private final List<Object> values = new ArrayList<>();

  /**
   * The orders that a filter lets through.
   *
   * @param address whether its text is an address with orders, all of which are meant then, and no
   *     others
   */
  OrderQuery(OrderFilter filter, boolean address) {
    if (filter.state() != null) {
      restrict("state = ?", filter.state().name());
    }
    if (filter.waiting()) {
      // Who waits is PENDING, and few are: the index by state finds them.
      restrict("state = ? and awaiting_approval = ?", OrderState.PENDING.name(), true);
    }
    if (filter.customer() != null) {
      restrict("customer_id = ?", filter.customer());
    }
    if (filter.from() != null) {
      restrict("received_ns >= ?", Dates.beginNs(filter.from()));
    }
    if (filter.to() != null) {
      restrict("received_ns < ?", Dates.beginNs(filter.to().plusDays(1)));
    }
    if (address) {
      restrict("email = ?", filter.text());
    } else if (filter.text() != null) {
      String end = end(filter.text());
      restrict(
          "order_id in (" + beginningWith("order_id") + " union " + beginningWith("email") + ")",
          filter.text(),
          end,
          filter.text(),
          end);
    }
    if (filter.after() != null) {
      long receivedNs = filter.after().receivedNs();
      restrict(
          "received_ns <= ? and (received_ns < ? or order_id < ?)",
          receivedNs,
          receivedNs,
          filter.after().orderId());
    }
    // One more than is shown tells whether there is a next page.
    sql.append("\norder by received_ns desc, order_id desc fetch first ? rows only");
    values.add(filter.limit() + 1);
  }

  private static String beginningWith(String column) {
    return """
    select order_id from (select order_id from purchase_order where %1$s >= ? and %1$s < ?
      order by %1$s fetch first %2$d rows only) %1$s_matches"""
        .formatted(column, MATCHES);
  }

  private static String beyond(String column) {
    return """
    select 1 from purchase_order where %1$s >= ? and %1$s < ?
      offset %2$d rows fetch first 1 rows only"""
        .formatted(column, MATCHES);
  }

  /** Behind all that begins with a text. */
  static String end(String text) {
    return text + BEHIND_ALL;
  }

  private void restrict(String condition, Object... parameters) {
    sql.append("\n  and ").append(condition);
    values.addAll(List.of(parameters));
  }

  String sql() {
    return sql.toString();
  }

  List<Object> values() {
    return values;
  }
}
