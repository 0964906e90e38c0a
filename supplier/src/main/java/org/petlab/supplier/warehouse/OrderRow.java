package org.petlab.supplier.warehouse;

import java.util.List;

/**
 * A supplier order as a list shows it.
 *
 * @param shippedNs when the last of it left; null while something waits
 */
public record OrderRow(
    String orderId, String documentId, long receivedNs, Long shippedNs, List<LineRow> lines) {

  /** As it is stored; its lines are found apart. */
  public OrderRow(String orderId, String documentId, long receivedNs, Long shippedNs) {
    this(orderId, documentId, receivedNs, shippedNs, List.of());
  }

  OrderRow withLines(List<LineRow> found) {
    return new OrderRow(orderId, documentId, receivedNs, shippedNs, found);
  }

  RowCursor cursor() {
    return new RowCursor(receivedNs, documentId);
  }

  public String received() {
    return Timestamps.format(receivedNs);
  }

  public boolean isShipped() {
    return shippedNs != null;
  }

  /** When the last of it left; empty while something waits. */
  public String shipped() {
    return isShipped() ? Timestamps.format(shippedNs) : "";
  }
}
