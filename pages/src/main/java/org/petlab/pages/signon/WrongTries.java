package org.petlab.pages.signon;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts wrong tries by a key. Some are free; then each next one has to wait twice as long as the
 * one before, up to a minute. After a quarter of an hour without any, all are forgotten.
 *
 * <p>A try that is being looked at may turn out wrong: there are never more of them at a time than
 * would be free if they did.
 */
final class WrongTries {
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);

  private record Count(int tries, long lastNanos) {}

  private final int free;
  private final LongSupplier nanoTime;
  private final Latest<String, Count> counts;
  // Only those that are being looked at just now.
  private final Map<String, Integer> underWay = new HashMap<>();

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

  /** Whether one more may be looked at before those under way have ended. */
  boolean hasRoom(String key) {
    return underWay.getOrDefault(key, 0) < Math.max(1, free - tries(key));
  }

  /** A try is about to be looked at; {@link #ended} must follow. */
  void begun(String key) {
    underWay.merge(key, 1, Integer::sum);
  }

  void ended(String key) {
    underWay.computeIfPresent(key, (tried, number) -> number == 1 ? null : number - 1);
  }

  void add(String key) {
    counts.put(key, new Count(tries(key) + 1, nanoTime.getAsLong()));
  }

  private int tries(String key) {
    Count count = counts.get(key);
    boolean isOld =
        count == null || nanoTime.getAsLong() - count.lastNanos > FORGOTTEN_AFTER.toNanos();
    return isOld ? 0 : count.tries;
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
