package org.petlab.supplier.shipping;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.petlab.documents.Invoice;
import org.petlab.documents.Lines;
import org.petlab.supplier.orders.SupplierOrderEntity;
import org.petlab.supplier.orders.SupplierOrderLine;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.documents.Documents;

/** From what was shipped to its invoice. */
final class Invoices {
  private Invoices() {}

  static Document of(String invoiceId, SupplierOrderEntity order, List<SupplierOrderLine> shipped) {
    Invoice invoice = new Invoice();
    invoice.setDocumentId(invoiceId);
    invoice.setOrderId(order.orderId());
    invoice.setShippedAt(Instant.now());
    invoice.setLines(new Lines());
    shipped.forEach(line -> invoice.getLines().getLine().add(line.invoiced()));
    invoice.setTotal(
        shipped.stream().map(SupplierOrderLine::price).reduce(BigDecimal.ZERO, BigDecimal::add));
    return Documents.of(invoiceId, order.orderId(), invoice);
  }
}
