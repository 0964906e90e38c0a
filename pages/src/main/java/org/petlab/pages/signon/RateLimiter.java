package org.petlab.pages.signon;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits how often an address may do something in a minute (a token bucket): all at once at first,
 * then evenly as the bucket fills again.
 */
public final class RateLimiter {
  private static final int REMEMBERED = 10_000;
  private static final long MINUTE_NS = Duration.ofMinutes(1).toNanos();

  private final long everyNanos;
  private final LongSupplier nanoTime;
  // When an address will have its full rate again.
  private final LruMap<String, Long> fullAgainNanos = new LruMap<>(REMEMBERED);

  public RateLimiter(int perMinute, LongSupplier nanoTime) {
    if (perMinute < 1) {
      throw new IllegalArgumentException("Expected 1 or more a minute, got " + perMinute);
    }
    this.everyNanos = MINUTE_NS / perMinute;
    this.nanoTime = nanoTime;
  }

  /**
   * Takes a token: zero when there was one, else how long until there is; then nothing is taken.
   */
  public synchronized Duration acquire(String address) {
    long now = nanoTime.getAsLong();
    Long known = fullAgainNanos.get(address);
    long takenNanos = known == null ? 0 : Math.max(0, known - now);
    long missingNanos = takenNanos + everyNanos - MINUTE_NS;
    if (missingNanos > 0) {
      return Duration.ofNanos(missingNanos);
    }
    fullAgainNanos.put(address, now + takenNanos + everyNanos);
    return Duration.ZERO;
  }

  /** Gives every address its full rate again. */
  public synchronized void reset() {
    fullAgainNanos.clear();
  }
}
