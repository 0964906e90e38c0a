package org.petlab.workflow.management;

import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.petlab.workflow.BedSettings;

/** Lets in who has the management token of this bed. */
@Provider
public class ManagementGate implements ContainerRequestFilter {
  @Inject private BedSettings bed;

  @Override
  public void filter(ContainerRequestContext request) {
    String expected = "Bearer " + bed.text("management.token");
    String shown = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    if (shown == null || !same(shown, expected)) {
      request.abortWith(
          Response.status(Response.Status.UNAUTHORIZED)
              .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
              .type(MediaType.TEXT_PLAIN_TYPE)
              .entity("Expected the management token of this bed\n")
              .build());
    }
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
