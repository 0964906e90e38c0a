package org.petlab.opc.invoicing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.petlab.documents.Invoice;
import org.petlab.documents.Line;
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
    requireMatchingOrder(invoice, order::ship);
    orders.book(
        new BookedInvoice(invoice.getDocumentId(), invoice.getOrderId(), Content.of(invoice)));
    orders.write();
    if (order.isCompleted()) {
      mail.completed(order);
    }
  }

  /** To try again what does not fit an order would not help: an order's lines stay as they are. */
  private static void requireMatchingOrder(Invoice invoice, Consumer<List<Line>> order) {
    try {
      order.accept(invoice.getLines().getLine());
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
      requireMatchingOrder(invoice, order::requireOpenFor);
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
