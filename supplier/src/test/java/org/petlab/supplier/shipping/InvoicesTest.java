package org.petlab.supplier.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.petlab.documents.Invoice;
import org.petlab.supplier.orders.SupplierOrderEntity;
import org.petlab.supplier.orders.SupplierOrderEntityTest;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.documents.Documents;

class InvoicesTest {
  private final SupplierOrderEntity order =
      SupplierOrderEntity.of(SupplierOrderEntityTest.document());

  @Test
  void anInvoiceTotalsWhatWasShippedAndNotWhatWasOrdered() {
    // Two at 10.50 and three at 1.25; then the three alone.
    assertThat(invoice(0).getTotal()).isEqualByComparingTo("24.75");
    Invoice part = invoice(1);
    assertThat(part.getTotal()).isEqualByComparingTo("3.75");
    assertThat(part.getLines().getLine())
        .singleElement()
        .extracting("itemId", "quantity")
        .containsExactly("EST-4", 3);
  }

  @Test
  void anInvoiceNamesItsOrder() {
    Document document = Invoices.of("10001-I3", order, order.waitingLines());
    assertThat(document.orderId()).isEqualTo("10001");
    assertThat(document.id()).isEqualTo("10001-I3");
    assertThat(invoice(0).getOrderId()).isEqualTo("10001");
  }

  private Invoice invoice(int firstLine) {
    var shipped = order.waitingLines().subList(firstLine, 2);
    return Documents.read(
        Invoices.of(order.invoiceId(shipped), order, shipped).xml(), Invoice.class);
  }
}
