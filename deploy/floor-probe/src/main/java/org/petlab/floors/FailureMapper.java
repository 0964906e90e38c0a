package org.petlab.floors;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Says to the lab what went wrong: nobody else is let in. */
@Provider
public class FailureMapper implements ExceptionMapper<Exception> {
  @Override
  public Response toResponse(Exception failure) {
    if (failure instanceof WebApplicationException web) {
      return web.getResponse();
    }
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return Response.serverError().type(MediaType.TEXT_PLAIN_TYPE).entity(cause.toString()).build();
  }
}
