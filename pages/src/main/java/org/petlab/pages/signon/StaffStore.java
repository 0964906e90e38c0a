package org.petlab.pages.signon;

import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;
import org.petlab.workflow.access.Secrets;
import org.petlab.workflow.kernel.BedSettings;

/**
 * Knows the one person of the staff who may sign on to this application: name and password were
 * made for this bed, as random as the applications' own secrets, and stand in its private settings.
 * A slow hash would protect nothing there, and would slow down each call by HTTP Basic.
 */
public abstract class StaffStore implements IdentityStore {
  @Inject private BedSettings bed;

  private final String role;

  /**
   * @param role also the word in the bed's settings: {@code signon.<role>.name} and {@code
   *     .password}
   */
  protected StaffStore(String role) {
    this.role = role;
  }

  @Override
  public CredentialValidationResult validate(Credential shown) {
    String name = bed.text("signon." + role + ".name");
    String password = bed.text("signon." + role + ".password");
    if (shown instanceof UsernamePasswordCredential typed
        // No short cut: both are compared, whichever is wrong.
        && Secrets.areSame(typed.getCaller(), name)
            & Secrets.areSame(typed.getPasswordAsString(), password)) {
      return new CredentialValidationResult(name, Set.of(role));
    }
    return CredentialValidationResult.INVALID_RESULT;
  }
}
