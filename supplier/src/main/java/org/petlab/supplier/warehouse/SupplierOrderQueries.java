package org.petlab.supplier.warehouse;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The supplier orders with their lines, to be looked at: nothing is locked. */
@ApplicationScoped
public class SupplierOrderQueries {
  static final List<String> STATES = List.of("waiting", "shipped", "all");

  private static final Map<String, String> CONDITIONS =
      Map.of(
          "waiting", " and o.shippedNs is null",
          "shipped", " and o.shippedNs is not null",
          "all", "");
  private static final String ROW =
      "select new org.petlab.supplier.warehouse.OrderRow("
          + "o.orderId, o.documentId, o.receivedNs, o.shippedNs) from SupplierOrderEntity o";
  private static final String LINE =
      "select new org.petlab.supplier.warehouse.LineRow(l.order.documentId, l.order.orderId,"
          + " l.number, l.itemId, l.description, l.quantity, l.unitPrice, l.shipped)"
          + " from SupplierOrderLine l";

  @PersistenceContext private EntityManager entities;

  /**
   * The newest first.
   *
   * @param state one of {@link #STATES}
   * @param orderId empty for any order
   * @param after where the page before ended
   */
  Page<OrderRow> page(String state, String orderId, RowCursor after) {
    String ofOrder = orderId.isEmpty() ? "" : " and o.orderId = :order";
    // The first condition says the same as the second, but in a way that an index can answer.
    TypedQuery<OrderRow> query =
        entities
            .createQuery(
                ROW
                    + " where o.receivedNs <= :ns"
                    + " and (o.receivedNs < :ns or o.documentId < :document)"
                    + CONDITIONS.get(state)
                    + ofOrder
                    + " order by o.receivedNs desc, o.documentId desc",
                OrderRow.class)
            .setParameter("ns", after.ns())
            .setParameter("document", after.id())
            .setMaxResults(Page.FETCH_SIZE);
    if (!orderId.isEmpty()) {
      query.setParameter("order", orderId);
    }
    return Page.of(withLines(query.getResultList()), row -> row.cursor().text());
  }

  /** The orders that wait for an item, the oldest first: in the order in which they get theirs. */
  Page<OrderRow> waitingFor(String itemId) {
    List<OrderRow> found =
        entities
            .createQuery(
                ROW
                    + " where o.documentId in (select l.order.documentId from SupplierOrderLine l"
                    + " where l.itemId = :item and l.shipped = false)"
                    + " order by o.receivedNs, o.documentId",
                OrderRow.class)
            .setParameter("item", itemId)
            .setMaxResults(Page.FETCH_SIZE)
            .getResultList();
    return Page.of(withLines(found), row -> row.cursor().text());
  }

  /** The lines of these orders. */
  List<LineRow> linesOf(List<String> orderIds) {
    return orderIds.isEmpty()
        ? List.of()
        : entities
            .createQuery(LINE + " where l.order.orderId in :orders", LineRow.class)
            .setParameter("orders", orderIds)
            .getResultList();
  }

  private List<OrderRow> withLines(List<OrderRow> orders) {
    if (orders.isEmpty()) {
      return orders;
    }
    Map<String, List<LineRow>> lines =
        entities
            .createQuery(
                LINE + " where l.order.documentId in :documents order by l.number", LineRow.class)
            .setParameter("documents", orders.stream().map(OrderRow::documentId).toList())
            .getResultStream()
            .collect(Collectors.groupingBy(LineRow::documentId));
    return orders.stream()
        .map(order -> order.withLines(lines.getOrDefault(order.documentId(), List.of())))
        .toList();
  }
}
