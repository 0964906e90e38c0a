package org.petlab.storefront.checkout;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.time.Instant;
import org.petlab.workflow.Activation;
import org.petlab.workflow.Step;
import org.petlab.workflow.Transition;
import org.petlab.workflow.Transitions;
import org.petlab.workflow.documents.Documents;
import org.petlab.workflow.measuring.MeasuredSteps;
import org.petlab.workflow.measuring.Measuring.OrderReceived;

/** The step CHECKOUT: books the order and hands it on, in one transaction. */
@ApplicationScoped
public class Checkout {
  @Inject private PlacedOrders orders;
  @Inject private Transitions transitions;
  @Inject private MeasuredSteps steps;

  /**
   * Returns the order's number. When this fails, at commit too, nothing was ordered.
   *
   * @throws RuntimeException when the order could not be booked or handed on
   */
  @Transactional(rollbackOn = Exception.class)
  public String place(OrderReceived received, Order order) {
    String orderId = orders.book(order, received.wallNanos());
    received.as(orderId);
    String documentId = "PO-" + orderId;
    // The step can begin only when the number is known; what was before counts as its wait.
    steps.begin(Step.CHECKOUT, new Activation(orderId, documentId, 1, received.wallNanos()));
    Instant placedAt = Instant.ofEpochSecond(0, received.wallNanos());
    transitions.handOn(
        Transition.ORDER_SUBMISSION,
        Documents.of(documentId, orderId, PurchaseOrders.of(orderId, placedAt, order)));
    return orderId;
  }
}
