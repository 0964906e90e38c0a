package org.petlab.workflow.access;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.ForeignClient;

/**
 * Tells whether a request comes from an application of this bed, or from its foreign client (HTTP
 * Basic, RFC 7617).
 */
@ApplicationScoped
public class BasicCredential {
  private static final String SCHEME = "Basic ";

  @Inject private BedSettings bed;

  public boolean isOf(Application application, String authorization) {
    return authorization != null && Secrets.areSame(authorization, of(application));
  }

  public boolean isOfForeignClient(String authorization) {
    return authorization != null
        && Secrets.areSame(
            authorization, header(ForeignClient.NAME, bed.text("foreign-client.secret")));
  }

  /** What this application would send. */
  public String of(Application application) {
    return header(application.id(), bed.secret(application));
  }

  private static String header(String user, String secret) {
    byte[] pair = (user + ":" + secret).getBytes(StandardCharsets.UTF_8);
    return SCHEME + Base64.getEncoder().encodeToString(pair);
  }
}
