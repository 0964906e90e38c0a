package org.petlab.pages.signon;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Counts wrong tries by a key. Some are free; then each next one has to wait twice as long as the
 * one before, up to a minute. After a quarter of an hour without any, all are forgotten.
 */
final class WrongTries {
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);

  private record Count(int tries, long lastNanos) {}

  private final int free;
  private final LongSupplier nanoTime;
  private final Latest<String, Count> counts;

  WrongTries(int free, int remembered, LongSupplier nanoTime) {
    this.free = free;
    this.nanoTime = nanoTime;
    this.counts = new Latest<>(remembered);
  }

  /** How long a try has to wait from now on; zero when it need not. */
  Duration timeLeft(String key) {
    Count count = counts.get(key);
    if (count == null || count.tries < free) {
      return Duration.ZERO;
    }
    Duration left = pause(count.tries - free).minusNanos(nanoTime.getAsLong() - count.lastNanos);
    return left.isPositive() ? left : Duration.ZERO;
  }

  void add(String key) {
    long now = nanoTime.getAsLong();
    Count before = counts.get(key);
    boolean isOld = before == null || now - before.lastNanos > FORGOTTEN_AFTER.toNanos();
    counts.put(key, new Count(isOld ? 1 : before.tries + 1, now));
  }

  void remove(String key) {
    counts.remove(key);
  }

  void clear() {
    counts.clear();
  }

  private static Duration pause(int doublings) {
    Duration pause = Duration.ofSeconds(1L << Math.min(doublings, 6));
    return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
  }
}
