package org.petlab.pages.signon;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.function.Supplier;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.BedSettings;

/**
 * Where passwords are checked and hashed. Each takes a processor for a while, and holds a thread of
 * the listener while it waits for one. So only so many are here at a time, and half of them from
 * one address: otherwise right passwords, which no throttle slows, would hold up all other pages.
 */
@ApplicationScoped
public class PasswordQueue {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  @Inject private BedSettings bed;

  private ConcurrencyLimiter limiter;

  protected PasswordQueue() {}

  PasswordQueue(BedSettings bed) {
    this.bed = bed;
    begin();
  }

  @PostConstruct
  void begin() {
    int max = Integer.parseInt(bed.text("password.max-pending"));
    limiter = new ConcurrencyLimiter(max, (max + 1) / 2);
  }

  /**
   * Does the work on a password that came from an address.
   *
   * @throws HttpProblem when too many are here already
   */
  public <T> T run(String address, Supplier<T> work) {
    if (!limiter.tryAcquire(address)) {
      throw HttpProblem.overloaded("Too many passwords are being checked right now.", RETRY_AFTER);
    }
    try {
      return work.get();
    } finally {
      limiter.release(address);
    }
  }
}
