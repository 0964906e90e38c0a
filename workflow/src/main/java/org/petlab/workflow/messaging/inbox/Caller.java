package org.petlab.workflow.messaging.inbox;

import jakarta.enterprise.context.RequestScoped;
import org.petlab.workflow.kernel.ForeignClient;
import org.petlab.workflow.kernel.Transition;

/** Who posted the document of this request: set by {@link SoapRequestFilter}, read by the inbox. */
@RequestScoped
public class Caller {
  private boolean foreign;

  public void markForeign() {
    foreign = true;
  }

  /** By which name the caller's messages are known to the broker too. */
  public String name(Transition transition) {
    return foreign ? ForeignClient.NAME : transition.sender().id();
  }

  /** Requires that an order that is submitted has an id that this caller may give. */
  public void requireOwnOrderId(Transition transition, String orderId) {
    if (transition == Transition.ORDER_SUBMISSION) {
      ForeignClient.requireOwnOrderId(name(transition), orderId);
    }
  }
}
