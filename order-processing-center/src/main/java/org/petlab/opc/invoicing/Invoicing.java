package org.petlab.opc.invoicing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import org.petlab.documents.Invoice;
import org.petlab.opc.notifying.CustomerMail;
import org.petlab.opc.orders.BookedInvoice;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.OrderNotThereYetException;
import org.petlab.opc.orders.Orders;
import org.petlab.workflow.documents.Content;
import org.petlab.workflow.documents.LineNumbers;
import org.petlab.workflow.documents.UnreadableDocumentException;

/** Books what the supplier has shipped; with the last of it the order is COMPLETED. */
@ApplicationScoped
public class Invoicing {
  @Inject private Orders orders;
  @Inject private CustomerMail mail;

  /**
   * Demands what a schema cannot say, at whichever entrance the invoice came.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  static void check(Invoice invoice) {
    LineNumbers.demand(invoice.getLines().getLine());
  }

  public void book(Invoice invoice) {
    check(invoice);
    Order order = orders.lock(invoice.getOrderId());
    String content = Content.of(invoice);
    Optional<BookedInvoice> known = orders.booked(BookedInvoice.class, invoice.getDocumentId());
    if (known.isPresent()) {
      Content.demandSame("Invoice " + invoice.getDocumentId(), known.get().content(), content);
      order.noteRepetition();
      return;
    }
    // The supplier can have shipped before the step that asked it has committed.
    if (order.isPending()) {
      throw new OrderNotThereYetException(order, "invoice " + invoice.getDocumentId());
    }
    ship(order, invoice);
    orders.book(new BookedInvoice(invoice.getDocumentId(), invoice.getOrderId(), content));
    orders.write();
    if (order.isCompleted()) {
      mail.completed(order);
    }
  }

  /** To try again what does not fit an order would not help: an order's lines stay as they are. */
  private static void ship(Order order, Invoice invoice) {
    try {
      order.ship(invoice.getLines().getLine());
    } catch (IllegalStateException e) {
      throw new UnreadableDocumentException(
          "Invoice %s does not fit: %s".formatted(invoice.getDocumentId(), e.getMessage()), e);
    }
  }
}
