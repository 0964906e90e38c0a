package org.petlab.opc.approving;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.petlab.documents.Decision;
import org.petlab.documents.OrderApproval;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.Orders;
import org.petlab.pages.Refusal;
import org.petlab.workflow.Transition;
import org.petlab.workflow.Transitions;
import org.petlab.workflow.documents.Documents;

/** A person's decision on an order that waits for one. It takes effect in the approving step. */
@ApplicationScoped
@Transactional
public class PersonalDecision {
  @Inject private Orders orders;
  @Inject private Transitions transitions;

  /**
   * Hands the decision on.
   *
   * @throws Refusal when there is no such order or it does not wait for a decision
   */
  public void decide(String orderId, Decision decision) {
    Order order =
        orders
            .find(orderId)
            .orElseThrow(() -> Refusal.notFound("There is no order " + orderId + "."));
    if (!order.isAwaitingApproval()) {
      throw Refusal.notNow(
          "Order %s does not wait for a decision: it is %s.".formatted(orderId, order.state()));
    }
    OrderApproval approval = new OrderApproval();
    approval.setOrderId(orderId);
    approval.setDecision(decision);
    transitions.handOn(Transition.ORDER_APPROVAL, Documents.of(approval));
  }
}
