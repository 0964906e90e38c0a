package org.petlab.opc.administration.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.petlab.opc.administration.Dates;
import org.petlab.opc.administration.sales.Sales;
import org.petlab.opc.administration.sales.SalesQueries;

/** What was sold, by category and day. */
@Path("sales")
@RequestScoped
@Produces({MediaType.APPLICATION_JSON, MediaType.APPLICATION_XML})
public class SalesResource {
  @Inject private SalesQueries book;

  @GET
  public Sales sales(@QueryParam("from") String from, @QueryParam("to") String to) {
    return book.between(Dates.read("from", from), Dates.read("to", to));
  }
}
