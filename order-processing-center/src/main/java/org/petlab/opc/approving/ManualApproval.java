package org.petlab.opc.approving;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.Optional;
import org.petlab.documents.Decision;
import org.petlab.documents.OrderApproval;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.Orders;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.Identifier;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.Transitions;
import org.petlab.workflow.kernel.documents.Documents;

/** A person's decision on an order that waits for one. It takes effect in the approving step. */
@ApplicationScoped
@Transactional
public class ManualApproval {
  @Inject private Orders orders;
  @Inject private Transitions transitions;

  /**
   * Takes the decision down and sends it. The same decision may come again, and is sent again:
   * should its document have been lost among the dead letters, this is the way out.
   *
   * @throws HttpProblem when there is no such order, it does not wait for a decision, or another
   *     decision has been taken
   */
  public void decide(String orderId, Decision decision) {
    // Locked, so that of two who decide at the same time the second sees what the first has done.
    Order order =
        Optional.of(orderId)
            .filter(Identifier::isValid)
            .flatMap(orders::locked)
            .orElseThrow(() -> HttpProblem.notFound("There is no order " + orderId + "."));
    requireUndecided(decision, order);
    order.take(decision);
    OrderApproval approval = new OrderApproval();
    approval.setOrderId(orderId);
    approval.setDecision(decision);
    transitions.send(Transition.ORDER_APPROVAL, Documents.of(approval));
  }

  private static void requireUndecided(Decision decision, Order order) {
    if (!order.isAwaitingApproval()) {
      throw HttpProblem.conflict(
          "Order %s does not wait for a decision: it is %s.".formatted(order.id(), order.state()));
    }
    order
        .decision()
        .filter(taken -> taken != decision)
        .ifPresent(
            taken -> {
              throw HttpProblem.conflict(
                  "Order %s was already decided by somebody else, who has it %s."
                      .formatted(order.id(), taken));
            });
  }
}
