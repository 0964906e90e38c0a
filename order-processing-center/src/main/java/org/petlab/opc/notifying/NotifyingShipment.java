package org.petlab.opc.notifying;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.documents.Invoice;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.OrderNotThereYetException;
import org.petlab.opc.orders.Orders;
import org.petlab.opc.orders.ShipmentNotice;

/** Tells the customer, once for each invoice, that goods are on their way. */
@ApplicationScoped
public class NotifyingShipment {
  @Inject private Orders orders;
  @Inject private CustomerMail mail;

  public void tell(Invoice invoice) {
    Order order =
        orders
            .find(invoice.getOrderId())
            .orElseThrow(() -> new OrderNotThereYetException(invoice.getOrderId()));
    if (!orders.isBooked(ShipmentNotice.class, invoice.getDocumentId())) {
      orders.book(new ShipmentNotice(invoice.getDocumentId(), invoice.getOrderId()));
      orders.write();
      mail.shipped(order, invoice.getDocumentId());
    }
  }
}
