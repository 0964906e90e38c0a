package org.petlab.opc.receiving;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import org.petlab.documents.Decision;
import org.petlab.documents.OrderApproval;
import org.petlab.documents.PurchaseOrder;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.Orders;
import org.petlab.opc.orders.ParsedOrders;
import org.petlab.opc.orders.ResponseTimes;
import org.petlab.workflow.kernel.PastOrders;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.Transitions;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.petlab.workflow.kernel.documents.Content;
import org.petlab.workflow.kernel.documents.Documents;
import org.petlab.workflow.kernel.documents.LineNumbers;

/** Books a purchase order as PENDING and passes it to the decision. */
@ApplicationScoped
public class Receiving {
  @Inject private Orders orders;
  @Inject private ParsedOrders parsed;
  @Inject private ResponseTimes times;
  @Inject private Transitions transitions;

  public Receiving() {}

  Receiving(Orders orders, ParsedOrders parsed, ResponseTimes times, Transitions transitions) {
    this.orders = orders;
    this.parsed = parsed;
    this.times = times;
    this.transitions = transitions;
  }

  /**
   * @param xml what the order was read from
   */
  public void receive(PurchaseOrder purchase, String xml) {
    check(purchase);
    orders
        .locked(purchase.getOrderId())
        .ifPresentOrElse(known -> recordDuplicate(known, purchase), () -> book(purchase, xml));
  }

  /**
   * Requires, for who is answered at once, that a known order says the same too. Not to be called
   * within a transaction.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  void checkAtEntrance(PurchaseOrder purchase) {
    check(purchase);
    orders.find(purchase.getOrderId()).ifPresent(known -> requireSame(known, purchase));
  }

  private static void recordDuplicate(Order known, PurchaseOrder purchase) {
    requireSame(known, purchase);
    known.recordDuplicate();
  }

  private static void requireSame(Order known, PurchaseOrder purchase) {
    PurchaseOrder booked = Documents.read(known.document(), PurchaseOrder.class);
    LineNumbers.complete(booked.getLines().getLine());
    Content.requireSame("Order " + known.id(), Content.of(booked), Content.of(purchase));
  }

  private void book(PurchaseOrder purchase, String xml) {
    orders.book(Order.of(purchase, xml));
    orders.write();
    parsed.keep(purchase, xml);
    times.received(purchase);
    transitions.send(Transition.ORDER_APPROVAL, Documents.of(undecided(purchase.getOrderId())));
  }

  /**
   * Requires what a schema cannot say, at whichever entrance the order came.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  static void check(PurchaseOrder purchase) {
    requireNoPastOrder(purchase.getOrderId());
    LineNumbers.complete(purchase.getLines().getLine());
    requireTotalOfLines(purchase);
  }

  private static void requireNoPastOrder(String orderId) {
    if (PastOrders.isPastOrder(orderId)) {
      throw new UnreadableDocumentException(
          "Order id %s: H and a digit begin those of past orders, which nobody submits"
              .formatted(orderId));
    }
  }

  private static void requireTotalOfLines(PurchaseOrder purchase) {
    BigDecimal sum =
        purchase.getLines().getLine().stream()
            .map(line -> line.getUnitPrice().multiply(BigDecimal.valueOf(line.getQuantity())))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    if (sum.compareTo(purchase.getTotal()) != 0) {
      throw new UnreadableDocumentException(
          "Purchase order %s: the lines sum to %s, not to its total %s"
              .formatted(purchase.getOrderId(), sum, purchase.getTotal()));
    }
  }

  private static OrderApproval undecided(String orderId) {
    OrderApproval approval = new OrderApproval();
    approval.setOrderId(orderId);
    approval.setDecision(Decision.OPEN);
    return approval;
  }
}
