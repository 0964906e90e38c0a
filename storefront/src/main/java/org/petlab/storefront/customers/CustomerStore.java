package org.petlab.storefront.customers;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;

/** Knows the customers: whoever has an account has the role of one. */
@ApplicationScoped
public class CustomerStore implements IdentityStore {
  static final Set<String> ROLES = Set.of("customer");

  @Inject private Accounts accounts;

  @Override
  public CredentialValidationResult validate(Credential shown) {
    return shown instanceof UsernamePasswordCredential typed
            && accounts.verifyPassword(typed.getCaller(), typed.getPasswordAsString())
        ? new CredentialValidationResult(typed.getCaller(), ROLES)
        : CredentialValidationResult.INVALID_RESULT;
  }
}
