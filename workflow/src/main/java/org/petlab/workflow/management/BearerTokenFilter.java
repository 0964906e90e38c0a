package org.petlab.workflow.management;

import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import org.petlab.workflow.access.ManagementToken;

/** Lets in who has the management token of this bed. */
@Provider
public class BearerTokenFilter implements ContainerRequestFilter {
  @Inject private ManagementToken token;

  @Override
  public void filter(ContainerRequestContext request) {
    if (!token.isShown(request.getHeaderString(HttpHeaders.AUTHORIZATION))) {
      request.abortWith(
          Response.status(Response.Status.UNAUTHORIZED)
              .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
              .type(MediaType.TEXT_PLAIN_TYPE)
              .entity(ManagementToken.EXPECTED + "\n")
              .build());
    }
  }
}
