package org.petlab.opc.management;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response.Status;
import org.petlab.documents.Decision;
import org.petlab.documents.OrderApproval;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.Orders;
import org.petlab.workflow.Transition;
import org.petlab.workflow.Transitions;
import org.petlab.workflow.documents.Documents;

/** A person's decision on an order that waits for one. It takes effect in the approving step. */
@Path("orders/{id}")
@RequestScoped
@Transactional
public class DecisionResource {
  @Inject private Orders orders;
  @Inject private Transitions transitions;

  @POST
  @Path("approve")
  public void approve(@PathParam("id") String id) {
    decide(id, Decision.APPROVED);
  }

  @POST
  @Path("deny")
  public void deny(@PathParam("id") String id) {
    decide(id, Decision.DENIED);
  }

  private void decide(String id, Decision decision) {
    Order order =
        orders.find(id).orElseThrow(() -> new NotFoundException("There is no order " + id));
    if (!order.isAwaitingApproval()) {
      throw new ClientErrorException(
          "Order %s does not wait for a decision: it is %s".formatted(id, order.state()),
          Status.CONFLICT);
    }
    OrderApproval approval = new OrderApproval();
    approval.setOrderId(id);
    approval.setDecision(decision);
    transitions.handOn(
        Transition.ORDER_APPROVAL, Documents.of(id + "-A-" + decision, id, approval));
  }
}
