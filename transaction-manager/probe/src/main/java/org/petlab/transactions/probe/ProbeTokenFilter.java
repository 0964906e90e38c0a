package org.petlab.transactions.probe;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Properties;

/** Lets in who has the management token of this bed. */
@Provider
public class ProbeTokenFilter implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) throws IOException {
    String shown = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    if (shown == null || !same(shown, "Bearer " + token())) {
      request.abortWith(
          Response.status(Response.Status.UNAUTHORIZED)
              .entity("Expected the management token of this bed\n")
              .build());
    }
  }

  private static String token() throws IOException {
    Properties bed = new Properties();
    try (Reader file = Files.newBufferedReader(Path.of(System.getProperty("petlab.bed")))) {
      bed.load(file);
    }
    return bed.getProperty("management.token");
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
