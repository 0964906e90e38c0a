package org.petlab.supplier.management;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.petlab.supplier.shipping.RestockResult;
import org.petlab.supplier.shipping.Restocking;

/** The warehouse: what is there, what has left, and goods that arrive. */
@Path("/")
@RequestScoped
public class StockResource {
  @Inject private Restocking restocking;
  @Inject private ManagedSupplier supplier;

  @GET
  @Path("stock.csv")
  @Produces("text/csv")
  public String stock() {
    return supplier.stock().csv();
  }

  @GET
  @Path("shipments.csv")
  @Produces("text/csv")
  public String shipments() {
    return supplier.shipments().csv();
  }

  @POST
  @Path("stock/{item}")
  @Consumes(MediaType.TEXT_PLAIN)
  @Produces(MediaType.APPLICATION_JSON)
  public JsonObject restock(@PathParam("item") String item, String quantity) {
    RestockResult done =
        restocking
            .restock(item, number(quantity))
            .orElseThrow(() -> new NotFoundException("There is no item " + item));
    return Json.createObjectBuilder().add("orders_that_waited", done.waited()).build();
  }

  private static int number(String quantity) {
    try {
      return Integer.parseInt(quantity.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Expected a whole number of goods, got '" + quantity + "'", e);
    }
  }
}
