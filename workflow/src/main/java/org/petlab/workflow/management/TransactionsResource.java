package org.petlab.workflow.management;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Says what drives the transactions of the server that this application runs in. */
@Path("transactions")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class TransactionsResource {
  private static final JsonObject PAYARA =
      Json.createObjectBuilder().add("manager", "payara").build();

  @Inject private ManagedApplication managed;

  @GET
  public JsonObject transactions() {
    // Narayana begins with the server's first XA transaction: this makes sure that there was one.
    managed.checkDatabase();
    return ServerBeans.transactions().map(TransactionsResource::described).orElse(PAYARA);
  }

  private static JsonObject described(ServerTransactions manager) {
    return Json.createObjectBuilder()
        .add("manager", manager.getManager())
        .add("version", manager.getVersion())
        .add("log_store", manager.getStore())
        .add("store_directory", manager.getStoreDirectory())
        .add("forced_writes", manager.isForcedWrites())
        .add("node", manager.getNode())
        .add("active", manager.getActiveTransactions())
        .add("in_doubt", manager.getInDoubt())
        .build();
  }
}
