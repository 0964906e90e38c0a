package org.petlab.workflow.management;

import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.petlab.workflow.BedSettings;

/** Lets in who has the management token of this bed, and bounds the size of what is sent. */
@Provider
public class ManagementGate implements ContainerRequestFilter {
  private static final int MAX_BYTES = 1 << 16;

  @Inject private BedSettings bed;

  @Override
  public void filter(ContainerRequestContext request) throws IOException {
    String expected = "Bearer " + bed.text("management.token");
    String shown = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    if (shown == null || !same(shown, expected)) {
      request.abortWith(
          Response.status(Response.Status.UNAUTHORIZED)
              .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
              .type(MediaType.TEXT_PLAIN_TYPE)
              .entity("Expected the management token of this bed\n")
              .build());
      return;
    }
    byte[] body = request.getEntityStream().readNBytes(MAX_BYTES + 1);
    if (body.length > MAX_BYTES) {
      request.abortWith(
          Response.status(Response.Status.REQUEST_ENTITY_TOO_LARGE)
              .type(MediaType.TEXT_PLAIN_TYPE)
              .entity("A management call may have " + MAX_BYTES + " bytes\n")
              .build());
    }
    request.setEntityStream(new ByteArrayInputStream(body));
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
