package org.petlab.transactions.probe;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** One call for each kind of transaction. What a call answers is what its thread was told. */
@Path("/")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
public class ProbeResource {
  @Inject private Transactions transactions;
  @Inject private OuterStep outer;

  @POST
  @Path("together")
  public String together(String ending) {
    return transactions.together(Ending.valueOf(ending));
  }

  @POST
  @Path("inner")
  public String innerCommitsAndOuterFails() {
    try {
      outer.run();
      return "committed";
    } catch (OuterStep.Fails e) {
      return "rolled back";
    }
  }

  @POST
  @Path("last-agent")
  public String lastAgent(String place) {
    return transactions.withLastAgent(LastAgentPlace.valueOf(place));
  }

  @POST
  @Path("dying")
  public String resourceDiesBeforeItsCommit(String how) {
    return transactions.withResourceThatDies(LostCommit.valueOf(how));
  }

  /** Makes so many transactions, one after the other. */
  @POST
  @Path("many")
  public String many(String times) {
    for (int left = Integer.parseInt(times); left > 0; left--) {
      transactions.together(Ending.COMMIT);
    }
    return "committed";
  }

  @GET
  @Path("trace")
  public String trace() {
    return String.join("\n", transactions.trace());
  }

  @GET
  @Path("own")
  @Produces(MediaType.APPLICATION_JSON)
  public String own() {
    return transactions.scriptedBranches();
  }
}
