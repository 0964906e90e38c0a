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
  // Whatever the text is, no more than these are looked at: a subquery that ends is planned alone.
  private static final int MATCHES = 1_000;
  private static final char BEHIND_ALL = '\uffff';

  private final StringBuilder sql =
      new StringBuilder(
          """
          select order_id, state, awaiting_approval, customer_id, email, total, received_ns
          from purchase_order where 1 = 1""");
  private final List<Object> values = new ArrayList<>();

  OrderQuery(OrderFilter filter) {
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
    if (filter.text() != null) {
      restrict(
          "order_id in (" + beginningWith("order_id") + " union " + beginningWith("email") + ")",
          filter.text(),
          filter.text() + BEHIND_ALL,
          filter.text(),
          filter.text() + BEHIND_ALL);
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
