package org.petlab.opc.approving;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import org.petlab.documents.Decision;
import org.petlab.documents.OrderApproval;
import org.petlab.documents.PurchaseOrder;
import org.petlab.opc.notifying.CustomerMail;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.Orders;
import org.petlab.opc.orders.ParsedOrders;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.Transitions;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/** Decides on an order: by rule, or as a person decided. An approved order goes to the supplier. */
@ApplicationScoped
public class Approving {
  @Inject private Orders orders;
  @Inject private ParsedOrders parsed;
  @Inject private CustomerMail mail;
  @Inject private Transitions transitions;
  @Inject private BedSettings bed;

  public void decide(OrderApproval approval) {
    Order order = orders.lock(approval.getOrderId());
    requireNoContradiction(order, approval.getDecision());
    if (!order.isPending()) {
      order.recordDuplicate();
      return;
    }
    switch (approval.getDecision()) {
      case OPEN -> decideByRule(order);
      case APPROVED -> approveIfCardIsAuthorized(order);
      case DENIED -> deny(order, "The store could not accept this order");
    }
  }

  /** A decision that comes after another is not swallowed: who made it shall find it. */
  private static void requireNoContradiction(Order order, Decision decision) {
    if (decision != Decision.OPEN) {
      try {
        order.requireNoOtherDecision(decision);
      } catch (IllegalStateException e) {
        throw new UnreadableDocumentException(e.getMessage());
      }
    }
  }

  private void decideByRule(Order order) {
    if (order.total().compareTo(bed.decimal("approval.limit", "500.00")) > 0) {
      order.awaitApproval();
    } else {
      approveIfCardIsAuthorized(order);
    }
  }

  private void approveIfCardIsAuthorized(Order order) {
    PurchaseOrder purchase = parsed.of(order);
    Optional<String> declined = CardAuthorization.declineReason(purchase.getCard());
    if (declined.isPresent()) {
      deny(order, declined.get());
    } else {
      approve(order, purchase);
    }
  }

  private void approve(Order order, PurchaseOrder purchase) {
    order.approve();
    orders.write();
    mail.approved(order);
    transitions.send(Transition.SUPPLIER_ORDER, SupplierOrders.of(purchase));
  }

  private void deny(Order order, String reason) {
    order.deny(reason);
    orders.write();
    mail.denied(order);
  }
}
