package org.petlab.opc.invoicing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import org.petlab.documents.Invoice;
import org.petlab.opc.notifying.CustomerMail;
import org.petlab.opc.orders.BookedInvoice;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.OrderNotReceivedYetException;
import org.petlab.opc.orders.Orders;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.petlab.workflow.kernel.documents.Content;
import org.petlab.workflow.kernel.documents.LineNumbers;

/** Books what the supplier has shipped; with the last of it the order is COMPLETED. */
@ApplicationScoped
public class Invoicing {
  @Inject private Orders orders;
  @Inject private CustomerMail mail;

  public Invoicing() {}

  Invoicing(Orders orders, CustomerMail mail) {
    this.orders = orders;
    this.mail = mail;
  }

  public void book(Invoice invoice) {
    LineNumbers.requireNumbers(invoice.getLines().getLine());
    Order order = orders.lock(invoice.getOrderId());
    if (isKnown(invoice)) {
      order.recordDuplicate();
      return;
    }
    // The supplier can have shipped before the step that asked it has committed.
    if (order.isPending()) {
      throw new OrderNotReceivedYetException(order, "invoice " + invoice.getDocumentId());
    }
    requireMatching(invoice, order);
    orders.book(
        new BookedInvoice(invoice.getDocumentId(), invoice.getOrderId(), Content.of(invoice)));
    ship(invoice, order);
  }

  private void ship(Invoice invoice, Order order) {
    // Nothing is new when the supplier's step was done again, with less in stock than before.
    if (!order.ship(invoice.getLines().getLine())) {
      order.recordDuplicate();
      return;
    }
    orders.write();
    if (order.isCompleted()) {
      mail.completed(order);
    }
  }

  /** To try again what does not fit an order would not help: an order's lines stay as they are. */
  private static void requireMatching(Invoice invoice, Order order) {
    try {
      order.requireMatching(invoice.getLines().getLine());
    } catch (IllegalStateException e) {
      throw refused(invoice, e.getMessage());
    }
  }

  /**
   * Requires what a schema cannot say: an order that it can be booked on. Whoever is answered at
   * once asks for it; a step that finds it wanting is tried again, for the order may still come.
   * Not to be called within a transaction.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  void check(Invoice invoice) {
    LineNumbers.requireNumbers(invoice.getLines().getLine());
    Order order =
        orders
            .find(invoice.getOrderId())
            .orElseThrow(() -> refused(invoice, "there is no order " + invoice.getOrderId()));
    if (!isKnown(invoice)) {
      requireMatching(invoice, order);
    }
  }

  private boolean isKnown(Invoice invoice) {
    Optional<BookedInvoice> known = orders.booked(BookedInvoice.class, invoice.getDocumentId());
    known.ifPresent(booked -> requireSame(invoice, booked));
    return known.isPresent();
  }

  private static void requireSame(Invoice invoice, BookedInvoice known) {
    Content.requireSame("Invoice " + invoice.getDocumentId(), known.content(), Content.of(invoice));
  }

  private static UnreadableDocumentException refused(Invoice invoice, String reason) {
    return new UnreadableDocumentException(
        "Invoice %s: %s".formatted(invoice.getDocumentId(), reason));
  }
}
