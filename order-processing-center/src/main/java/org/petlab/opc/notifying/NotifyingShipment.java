package org.petlab.opc.notifying;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.documents.Invoice;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.OrderNotReceivedYetException;
import org.petlab.opc.orders.Orders;
import org.petlab.opc.orders.ShipmentNotice;
import org.petlab.workflow.kernel.documents.Content;
import org.petlab.workflow.kernel.documents.LineNumbers;

/** Tells the customer, once for each invoice, that goods are on their way. */
@ApplicationScoped
public class NotifyingShipment {
  @Inject private Orders orders;
  @Inject private CustomerMail mail;

  public void notifyCustomer(Invoice invoice) {
    Order order =
        orders
            .find(invoice.getOrderId())
            .orElseThrow(() -> new OrderNotReceivedYetException(invoice.getOrderId()));
    LineNumbers.requireNumbers(invoice.getLines().getLine());
    String content = Content.of(invoice);
    orders
        .booked(ShipmentNotice.class, invoice.getDocumentId())
        .ifPresentOrElse(
            known ->
                Content.requireSame("Invoice " + invoice.getDocumentId(), known.content(), content),
            () -> notifyCustomer(order, invoice, content));
  }

  private void notifyCustomer(Order order, Invoice invoice, String content) {
    orders.book(new ShipmentNotice(invoice.getDocumentId(), invoice.getOrderId(), content));
    orders.write();
    mail.shipped(order, invoice.getDocumentId());
  }
}
