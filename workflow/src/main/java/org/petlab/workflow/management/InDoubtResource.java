package org.petlab.workflow.management;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Names the branches that this application's database holds prepared, waiting for a decision. */
@Path("in-doubt")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class InDoubtResource {
  @Inject private ManagedApplication managed;

  @GET
  public JsonObject inDoubt() {
    return Json.createObjectBuilder()
        .add("database", Json.createArrayBuilder(PreparedBranches.in(managed.database())))
        .build();
  }
}
