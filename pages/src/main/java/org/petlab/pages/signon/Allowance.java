package org.petlab.pages.signon;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What an address may have so often in a minute and no more. Whoever has not been there before may
 * have all of it at once; then it comes back evenly, bit by bit.
 */
public final class Allowance {
  private static final int REMEMBERED = 10_000;
  private static final long MINUTE_NS = Duration.ofMinutes(1).toNanos();

  private final long everyNanos;
  private final LongSupplier nanoTime;
  // When an address will have its whole allowance again.
  private final Latest<String, Long> wholeAgain = new Latest<>(REMEMBERED);

  public Allowance(int perMinute, LongSupplier nanoTime) {
    if (perMinute < 1) {
      throw new IllegalArgumentException("Expected 1 or more a minute, got " + perMinute);
    }
    this.everyNanos = MINUTE_NS / perMinute;
    this.nanoTime = nanoTime;
  }

  /** Takes one: zero when there was one, else how long until there is. Then nothing is taken. */
  public synchronized Duration take(String address) {
    long now = nanoTime.getAsLong();
    Long known = wholeAgain.get(address);
    long takenNanos = known == null ? 0 : Math.max(0, known - now);
    long missingNanos = takenNanos + everyNanos - MINUTE_NS;
    if (missingNanos > 0) {
      return Duration.ofNanos(missingNanos);
    }
    wholeAgain.put(address, now + takenNanos + everyNanos);
    return Duration.ZERO;
  }

  /** Everybody has the whole of it again. */
  public synchronized void forget() {
    wholeAgain.clear();
  }
}
