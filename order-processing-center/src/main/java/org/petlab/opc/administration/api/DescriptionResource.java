package org.petlab.opc.administration.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;

/** What the resource says of itself (OpenAPI 3.1). */
@Path("openapi.json")
@RequestScoped
public class DescriptionResource {
  static final String FILE = "openapi.json";

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public InputStream description() {
    return DescriptionResource.class.getResourceAsStream(FILE);
  }
}
