package org.petlab.storefront.customers;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.signon.RateLimiter;
import org.petlab.workflow.kernel.BedSettings;

/**
 * How many new passwords may come from an address: each costs a hash, and whoever opens accounts
 * has nothing to guess and would not have to wait for anything.
 */
@ApplicationScoped
public class PasswordRateLimit {
  @Inject private BedSettings bed;

  private RateLimiter limiter;

  @PostConstruct
  void begin() {
    int perMinute = Integer.parseInt(bed.text("password.new-per-minute"));
    limiter = new RateLimiter(perMinute, System::nanoTime);
  }

  /**
   * Takes one of those that the client's address may have.
   *
   * @throws HttpProblem when there is none left for now
   */
  void acquire(HttpServletRequest request) {
    Duration wait = limiter.acquire(request.getRemoteAddr());
    if (wait.isPositive()) {
      throw HttpProblem.tooManyRequests("Too many passwords were set from your address.", wait);
    }
  }

  /** A trial begins as if nobody had ever been here. */
  public void reset() {
    limiter.reset();
  }
}
