package org.petlab.opc.administration.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import org.petlab.documents.OrderApproval;
import org.petlab.opc.administration.orders.Decisions;
import org.petlab.opc.administration.orders.Decisions.Outcome;
import org.petlab.opc.administration.orders.OrderArchive;
import org.petlab.opc.administration.orders.OrderDetails;
import org.petlab.opc.administration.orders.OrderFilter;
import org.petlab.opc.administration.orders.OrderList;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.documents.Documents;

/** The orders, their histories, and a person's decisions. */
@Path("/")
@RequestScoped
@Produces({MediaType.APPLICATION_JSON, MediaType.APPLICATION_XML})
public class OrdersResource {
  @Inject private OrderArchive archive;
  @Inject private Decisions decisions;

  @GET
  @Path("orders")
  public OrderList orders(@Context UriInfo uriInfo) {
    return archive.list(OrderFilter.read(uriInfo.getQueryParameters()::getFirst));
  }

  @GET
  @Path("orders/{id}")
  public OrderDetails order(@PathParam("id") String id) {
    return archive.details(id);
  }

  @POST
  @Path("decisions")
  @Consumes(MediaType.APPLICATION_JSON)
  public Outcome decideOnSeveral(InputStream body) {
    JsonObject request = RequestBody.json(body);
    return decisions.decide(
        orderIds(request.get("orders")), Decisions.read(RequestBody.text(request, "decision")));
  }

  /** One decision, as the document that the approving step takes; valid against its XSD. */
  @POST
  @Path("decisions")
  @Consumes({MediaType.APPLICATION_XML, MediaType.TEXT_XML})
  public Outcome decideOnOne(InputStream body) {
    OrderApproval approval = Documents.read(RequestBody.text(body), OrderApproval.class);
    return decisions.decide(
        List.of(approval.getOrderId()), Decisions.read(approval.getDecision().name()));
  }

  private static List<String> orderIds(JsonValue orders) {
    if (orders == null || orders.getValueType() != JsonValue.ValueType.ARRAY) {
      throw HttpProblem.badRequest("Expected 'orders', an array of orders' numbers.");
    }
    return orders.asJsonArray().stream()
        .map(
            id -> {
              if (id instanceof JsonString text) {
                return text.getString();
              }
              throw HttpProblem.badRequest("An order number must be a string, not " + id + ".");
            })
        .toList();
  }
}
