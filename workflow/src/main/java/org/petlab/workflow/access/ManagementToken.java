package org.petlab.workflow.access;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.workflow.kernel.BedSettings;

/** Tells whether a request shows the management token of this bed (RFC 6750). */
@ApplicationScoped
public class ManagementToken {
  /** What to say to who shows none, or another. */
  public static final String EXPECTED = "Expected the management token of this bed";

  @Inject private BedSettings bed;

  /**
   * @param authorization the header; null when there is none
   */
  public boolean isShown(String authorization) {
    return authorization != null
        && Secrets.areSame(authorization, "Bearer " + bed.text("management.token"));
  }
}
