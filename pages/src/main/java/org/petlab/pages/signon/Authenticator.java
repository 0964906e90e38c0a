package org.petlab.pages.signon;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.CredentialValidationResult.Status;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.function.Function;
import org.petlab.pages.HttpProblem;

/**
 * The one place where names and passwords are checked, by form and by HTTP Basic. A name that
 * nobody has gets the same answers as a wrong password.
 */
@ApplicationScoped
public class Authenticator {
  private static final int MAX_CHARACTERS = 64;

  @Inject private IdentityStoreHandler stores;
  @Inject private PasswordQueue queue;

  private final LoginThrottle throttle = new LoginThrottle(System::nanoTime);

  protected Authenticator() {}

  Authenticator(IdentityStoreHandler stores, PasswordQueue queue) {
    this.stores = stores;
    this.queue = queue;
  }

  /**
   * Whoever filled in the form's fields {@code user} and {@code password}.
   *
   * @param next where to go on after sign-on, for the form that comes again when it is refused
   * @throws HttpProblem when the name and the password do not match, have to wait, or cannot be
   *     checked now
   */
  public CurrentUser authenticate(HttpServletRequest form, String next) {
    return authenticate(
        form.getParameter("user"), form.getParameter("password"), form.getRemoteAddr(), next);
  }

  CurrentUser authenticate(String name, String password, String address, String next) {
    if (!isPossible(name) || !isPossible(password)) {
      throw HttpProblem.unauthorized("Please enter your name and your password.", next);
    }
    CredentialValidationResult result =
        validate(name, password, address, wait -> HttpProblem.tooManyAttempts(wait, next));
    if (result.getStatus() != Status.VALID) {
      throw HttpProblem.unauthorized("The name and the password do not match.", next);
    }
    return new CurrentUser(result.getCallerPrincipal().getName(), result.getCallerGroups());
  }

  /**
   * Whether somebody who is signed on, and is asked for the password once more, knows it: a stolen
   * session is no better place to guess at it than the sign-on page.
   *
   * @throws HttpProblem when the attempt has to wait, or cannot be checked now
   */
  public boolean verifyPassword(String name, String password, String address) {
    return validate(
                name,
                password,
                address,
                wait -> HttpProblem.tooManyRequests("Too many failed attempts.", wait))
            .getStatus()
        == Status.VALID;
  }

  private CredentialValidationResult validate(
      String name, String password, String address, Function<Duration, HttpProblem> whenThrottled) {
    return queue.run(address, () -> attempt(name, password, address, whenThrottled));
  }

  private CredentialValidationResult attempt(
      String name, String password, String address, Function<Duration, HttpProblem> whenThrottled) {
    try (LoginThrottle.LoginAttempt attempt = throttle.begin(name, address, whenThrottled)) {
      CredentialValidationResult result =
          stores.validate(new UsernamePasswordCredential(name, password));
      attempt.recordResult(result.getStatus() == Status.VALID);
      return result;
    }
  }

  /** Forgets all failed attempts: a trial begins as if nobody had ever been here. */
  public void reset() {
    throttle.reset();
  }

  // No form lets anybody type a control character, and no database would take each of them.
  private static boolean isPossible(String typed) {
    return typed != null
        && !typed.isEmpty()
        && typed.length() <= MAX_CHARACTERS
        && typed.chars().noneMatch(Character::isISOControl);
  }
}
