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
public class OpenApiResource {
  static final String FILE = "openapi.json";

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public InputStream document() {
    return OpenApiResource.class.getResourceAsStream(FILE);
  }
}
