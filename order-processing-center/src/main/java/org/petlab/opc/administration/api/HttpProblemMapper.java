package org.petlab.opc.administration.api;

import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import org.petlab.pages.HttpProblem;

/** What a page would show as an error is answered to a program as a {@link Problem}. */
@Provider
public class HttpProblemMapper implements ExceptionMapper<HttpProblem> {
  @Context private HttpHeaders headers;

  @Override
  public Response toResponse(HttpProblem problem) {
    return response(problem.status(), problem.getMessage(), headers);
  }

  /** JSON, or XML where only that is accepted. */
  static Response response(int status, String message, HttpHeaders headers) {
    MediaType first = headers.getAcceptableMediaTypes().getFirst();
    boolean wantsXml = !first.isWildcardSubtype() && first.getSubtype().endsWith("xml");
    return Response.status(status)
        .type(wantsXml ? MediaType.APPLICATION_XML_TYPE : MediaType.APPLICATION_JSON_TYPE)
        .entity(new Problem(status, message))
        .build();
  }
}
