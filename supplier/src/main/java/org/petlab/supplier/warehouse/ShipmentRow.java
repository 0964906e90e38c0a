package org.petlab.supplier.warehouse;

/** Goods of one line that left the warehouse. */
public record ShipmentRow(
    String shipmentId, String orderId, String itemId, int quantity, long shippedNs) {

  RowCursor cursor() {
    return new RowCursor(shippedNs, shipmentId);
  }

  /** Goods that left together have one invoice: a shipment's id is that and the line's number. */
  public String invoiceId() {
    return shipmentId.substring(0, shipmentId.lastIndexOf('-'));
  }

  int line() {
    return Integer.parseInt(shipmentId.substring(shipmentId.lastIndexOf('-') + 1));
  }

  public String shipped() {
    return Timestamps.format(shippedNs);
  }
}
