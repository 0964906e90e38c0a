package org.petlab.supplier.warehouse;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the order processing center was invoiced for goods that left together. */
public record InvoiceRow(
    String invoiceId, String orderId, String shipped, List<LineRow> lines, BigDecimal total) {
  private static final Comparator<ShipmentRow> OLDEST_FIRST =
      Comparator.comparingLong(ShipmentRow::shippedNs).thenComparing(ShipmentRow::shipmentId);

  /**
   * The invoices of a page of shipments, each with all of its lines, even those that the page does
   * not reach. One whose goods began on a page before was shown there.
   *
   * @param page the newest first
   * @param after where the page before ended
   * @param shipments all shipments of the orders on the page
   * @param ordered all lines of these orders
   */
  static List<InvoiceRow> of(
      List<ShipmentRow> page, RowCursor after, List<ShipmentRow> shipments, List<LineRow> ordered) {
    Map<String, List<ShipmentRow>> whole =
        shipments.stream().collect(Collectors.groupingBy(ShipmentRow::invoiceId));
    Map<String, LineRow> lines =
        ordered.stream()
            .collect(
                Collectors.toMap(
                    line -> key(line.orderId(), line.number()),
                    Function.identity(),
                    (one, other) -> one));
    Map<String, InvoiceRow> invoices = new LinkedHashMap<>();
    for (ShipmentRow shipment : page) {
      List<ShipmentRow> together = whole.get(shipment.invoiceId());
      ShipmentRow newest = together.stream().max(OLDEST_FIRST).orElseThrow();
      if (newest.cursor().isAfter(after)) {
        invoices.computeIfAbsent(shipment.invoiceId(), id -> of(id, newest, together, lines));
      }
    }
    return List.copyOf(invoices.values());
  }

  private static InvoiceRow of(
      String id, ShipmentRow newest, List<ShipmentRow> together, Map<String, LineRow> lines) {
    List<LineRow> invoiced =
        together.stream()
            .sorted(Comparator.comparingInt(ShipmentRow::line))
            .map(shipment -> lines.get(key(shipment.orderId(), shipment.line())))
            .filter(line -> line != null)
            .toList();
    BigDecimal total =
        invoiced.stream()
            .map(line -> line.unitPrice().multiply(BigDecimal.valueOf(line.quantity())))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    return new InvoiceRow(id, newest.orderId(), newest.shipped(), invoiced, total);
  }

  private static String key(String orderId, int line) {
    return orderId + "/" + line;
  }
}
