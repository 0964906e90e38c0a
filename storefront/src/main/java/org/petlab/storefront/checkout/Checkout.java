package org.petlab.storefront.checkout;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.time.Instant;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.StepListeners;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.Transitions;
import org.petlab.workflow.kernel.documents.Documents;
import org.petlab.workflow.messaging.transports.NontransactedSends;
import org.petlab.workflow.observability.measuring.MeasuringPoints.OrderReceived;

/** The step CHECKOUT: books the order and sends it, in one transaction. */
@ApplicationScoped
public class Checkout {
  @Inject private PlacedOrders orders;
  @Inject private Transitions transitions;
  @Inject private StepListeners listeners;
  @Inject private NontransactedSends nontransacted;

  protected Checkout() {}

  Checkout(
      PlacedOrders orders,
      Transitions transitions,
      StepListeners listeners,
      NontransactedSends nontransacted) {
    this.orders = orders;
    this.transitions = transitions;
    this.listeners = listeners;
    this.nontransacted = nontransacted;
  }

  /**
   * Returns the order's number. When this fails, at commit too, the attempt knows the number if one
   * was drawn, and whether the order's document may have left the shop.
   *
   * @throws RuntimeException when the order could not be booked or sent
   */
  @Transactional(rollbackOn = Exception.class)
  public String place(OrderReceived received, SubmittedOrder order, CheckoutAttempt attempt) {
    if (!book(received, order, attempt)) {
      attempt.recordBookedBefore();
    }
    // What was booked before need not have been sent: a database that is a last agent commits alone
    // when the broker is lost. Who has it already ignores it.
    send(received, order, attempt);
    attempt.recordWorkDone();
    return attempt.orderId();
  }

  /** False when an earlier attempt has booked the order after all. */
  private boolean book(OrderReceived received, SubmittedOrder order, CheckoutAttempt attempt) {
    if (!attempt.isFirst()) {
      return orders.bookAgain(attempt.orderId(), order, received.wallNanos());
    }
    attempt.recordOrderId(orders.book(order, received.wallNanos()));
    received.as(attempt.orderId());
    return true;
  }

  private void send(OrderReceived received, SubmittedOrder order, CheckoutAttempt attempt) {
    String orderId = attempt.orderId();
    Instant placedAt = Instant.ofEpochSecond(0, received.wallNanos());
    Document document = Documents.of(PurchaseOrders.of(orderId, placedAt, order));
    // The step can begin only when the number is known; what was before counts as its wait.
    listeners.stepBegins(
        Step.CHECKOUT, new Activation(orderId, document.id(), 1, received.wallNanos()));
    attempt.recordSend();
    try {
      transitions.send(Transition.ORDER_SUBMISSION, document);
    } finally {
      if (nontransacted.hasSent()) {
        attempt.recordSendOutside();
      }
    }
  }
}
