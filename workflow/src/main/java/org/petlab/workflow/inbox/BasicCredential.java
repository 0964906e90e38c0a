package org.petlab.workflow.inbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.petlab.workflow.Application;
import org.petlab.workflow.BedSettings;

/** Tells whether a request comes from an application of this bed (HTTP Basic, RFC 7617). */
@ApplicationScoped
public class BasicCredential {
  private static final String SCHEME = "Basic ";

  @Inject private BedSettings bed;

  public boolean isOf(Application application, String authorization) {
    return authorization != null && same(authorization, of(application));
  }

  /** What this application would send. */
  public String of(Application application) {
    String pair = application.id() + ":" + bed.secret(application);
    return SCHEME + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  // Takes the same time wherever the first difference is.
  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
