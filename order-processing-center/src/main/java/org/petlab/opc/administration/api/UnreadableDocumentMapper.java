package org.petlab.opc.administration.api;

import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/** A document that came with a call is not what it should be; the answer says why. */
@Provider
public class UnreadableDocumentMapper implements ExceptionMapper<UnreadableDocumentException> {
  @Context private HttpHeaders headers;

  @Override
  public Response toResponse(UnreadableDocumentException unreadable) {
    return HttpProblemMapper.response(400, unreadable.getMessage(), headers);
  }
}
