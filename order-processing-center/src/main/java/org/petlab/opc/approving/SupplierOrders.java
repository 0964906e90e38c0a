package org.petlab.opc.approving;

import org.petlab.documents.PurchaseOrder;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.documents.Documents;
import org.petlab.workflow.kernel.documents.LineNumbers;

/** From what the customer ordered to what the supplier shall ship. */
final class SupplierOrders {
  private SupplierOrders() {}

  static Document of(PurchaseOrder purchase) {
    SupplierOrder order = new SupplierOrder();
    order.setDocumentId(purchase.getOrderId() + "-S");
    order.setOrderId(purchase.getOrderId());
    order.setShipTo(purchase.getShipTo());
    order.setLines(purchase.getLines());
    LineNumbers.complete(order.getLines().getLine());
    return Documents.of(order.getDocumentId(), order.getOrderId(), order);
  }
}
