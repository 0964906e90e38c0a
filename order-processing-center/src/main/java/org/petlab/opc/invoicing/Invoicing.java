package org.petlab.opc.invoicing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.documents.Invoice;
import org.petlab.opc.notifying.CustomerMail;
import org.petlab.opc.orders.BookedInvoice;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.OrderNotThereYetException;
import org.petlab.opc.orders.Orders;

/** Books what the supplier has shipped; with the last of it the order is COMPLETED. */
@ApplicationScoped
public class Invoicing {
  @Inject private Orders orders;
  @Inject private CustomerMail mail;

  public void book(Invoice invoice) {
    Order order = orders.lock(invoice.getOrderId());
    if (orders.isBooked(BookedInvoice.class, invoice.getDocumentId())) {
      order.noteRepetition();
      return;
    }
    // The supplier can have shipped before the step that asked it has committed.
    if (order.isPending()) {
      throw new OrderNotThereYetException(order, "invoice " + invoice.getDocumentId());
    }
    orders.book(new BookedInvoice(invoice.getDocumentId(), invoice.getOrderId()));
    order.ship(invoice.getLines().getLine());
    orders.write();
    if (order.isCompleted()) {
      mail.completed(order);
    }
  }
}
