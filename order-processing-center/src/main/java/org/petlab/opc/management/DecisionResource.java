package org.petlab.opc.management;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.petlab.documents.Decision;
import org.petlab.opc.approving.ManualApproval;
import org.petlab.pages.HttpProblem;

/** The lab decides in a person's place. */
@Path("orders/{id}")
@RequestScoped
public class DecisionResource {
  @Inject private ManualApproval approval;

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
    try {
      approval.decide(id, decision);
    } catch (HttpProblem problem) {
      throw new ClientErrorException(problem.getMessage(), problem.status(), problem);
    }
  }
}
