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

  public void book(Invoice invoice) {
    LineNumbers.demand(invoice.getLines().getLine());
    Order order = orders.lock(invoice.getOrderId());
    if (isKnown(invoice)) {
      order.noteRepetition();
      return;
    }
    // The supplier can have shipped before the step that asked it has committed.
    if (order.isPending()) {
      throw new OrderNotThereYetException(order, "invoice " + invoice.getDocumentId());
    }
    ship(order, invoice);
    orders.book(
        new BookedInvoice(invoice.getDocumentId(), invoice.getOrderId(), Content.of(invoice)));
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
      throw refused(invoice, e.getMessage());
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
    LineNumbers.demand(invoice.getLines().getLine());
    Order order =
        orders
            .find(invoice.getOrderId())
            .orElseThrow(() -> refused(invoice, "there is no order " + invoice.getOrderId()));
    // What asked the supplier may not have committed yet; and what is known is a repetition.
    if (order.isPending() || isKnown(invoice)) {
      return;
    }
    // This copy belongs to no transaction: nobody writes down what is done to it.
    ship(order, invoice);
  }

  private boolean isKnown(Invoice invoice) {
    Optional<BookedInvoice> known = orders.booked(BookedInvoice.class, invoice.getDocumentId());
    known.ifPresent(booked -> demandSame(invoice, booked));
    return known.isPresent();
  }

  private static void demandSame(Invoice invoice, BookedInvoice known) {
    Content.demandSame("Invoice " + invoice.getDocumentId(), known.content(), Content.of(invoice));
  }

  private static UnreadableDocumentException refused(Invoice invoice, String reason) {
    return new UnreadableDocumentException(
        "Invoice %s: %s".formatted(invoice.getDocumentId(), reason));
  }
}
