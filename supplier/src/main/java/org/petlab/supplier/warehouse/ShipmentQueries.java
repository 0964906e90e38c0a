package org.petlab.supplier.warehouse;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.List;

/** What has left the warehouse, and what was invoiced for it. */
@ApplicationScoped
public class ShipmentQueries {
  private static final String ROW =
      "select new org.petlab.supplier.warehouse.ShipmentRow("
          + "s.id, s.orderId, s.itemId, s.quantity, s.shippedNs) from Shipment s";

  @PersistenceContext private EntityManager entities;
  @Inject private SupplierOrderQueries orders;

  /**
   * The newest first.
   *
   * @param orderId empty for any order
   * @param after where the page before ended
   */
  Page<ShipmentRow> page(String orderId, RowCursor after) {
    String ofOrder = orderId.isEmpty() ? "" : " and s.orderId = :order";
    // The first condition says the same as the second, but in a way that an index can answer.
    TypedQuery<ShipmentRow> query =
        entities
            .createQuery(
                ROW
                    + " where s.shippedNs <= :ns and (s.shippedNs < :ns or s.id < :shipment)"
                    + ofOrder
                    + " order by s.shippedNs desc, s.id desc",
                ShipmentRow.class)
            .setParameter("ns", after.ns())
            .setParameter("shipment", after.id())
            .setMaxResults(Page.FETCH_SIZE);
    if (!orderId.isEmpty()) {
      query.setParameter("order", orderId);
    }
    return Page.of(query.getResultList(), row -> row.cursor().text());
  }

  /** The invoices whose last goods are on that page of the shipments, each whole. */
  Page<InvoiceRow> invoices(String orderId, RowCursor after) {
    Page<ShipmentRow> newest = page(orderId, after);
    List<String> ids = newest.rows().stream().map(ShipmentRow::orderId).distinct().toList();
    List<InvoiceRow> invoices =
        InvoiceRow.of(newest.rows(), after, shipmentsOf(ids), orders.linesOf(ids));
    return new Page<>(invoices, newest.next());
  }

  private List<ShipmentRow> shipmentsOf(List<String> orderIds) {
    return orderIds.isEmpty()
        ? List.of()
        : entities
            .createQuery(ROW + " where s.orderId in :orders", ShipmentRow.class)
            .setParameter("orders", orderIds)
            .getResultList();
  }
}
