package org.petlab.opc.invoicing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.documents.Invoice;
import org.petlab.opc.notifying.CustomerMail;
import org.petlab.opc.orders.BookedInvoice;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.OrderNotThereYetException;
import org.petlab.opc.orders.Orders;
import org.petlab.workflow.documents.UnreadableDocumentException;

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

  /**
   * Demands what a schema cannot say: an order that it can be booked on. Whoever is answered at
   * once asks for it; a step that finds it wanting is tried again, for the order may still come.
   * Not to be called within a transaction.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  void check(Invoice invoice) {
    Order order =
        orders
            .find(invoice.getOrderId())
            .orElseThrow(() -> refused(invoice, "there is no order " + invoice.getOrderId()));
    // What asked the supplier may not have committed yet; and what is known is a repetition.
    if (order.isPending() || orders.isBooked(BookedInvoice.class, invoice.getDocumentId())) {
      return;
    }
    try {
      // This copy belongs to no transaction: nobody writes down what is done to it.
      order.ship(invoice.getLines().getLine());
    } catch (IllegalStateException e) {
      throw refused(invoice, e.getMessage());
    }
  }

  private static UnreadableDocumentException refused(Invoice invoice, String reason) {
    return new UnreadableDocumentException(
        "Invoice %s: %s".formatted(invoice.getDocumentId(), reason));
  }
}
