package org.petlab.pages.signon;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts failed attempts by a key. Some are free; then each next one has to wait twice as long as
 * the one before, up to a minute. After a quarter of an hour without any, all are forgotten.
 *
 * <p>An attempt in progress may fail: there are never more of them at a time than would be free if
 * all did.
 */
final class FailedAttempts {
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);

  private record FailureCount(int failures, long lastNanos) {}

  private final int free;
  private final LongSupplier nanoTime;
  private final LruMap<String, FailureCount> counts;
  // Only those that are being checked now.
  private final Map<String, Integer> inProgress = new HashMap<>();

  FailedAttempts(int free, int remembered, LongSupplier nanoTime) {
    this.free = free;
    this.nanoTime = nanoTime;
    this.counts = new LruMap<>(remembered);
  }

  /** How long an attempt has to wait from now on; zero when it need not. */
  Duration timeLeft(String key) {
    FailureCount count = counts.get(key);
    if (count == null || count.failures < free) {
      return Duration.ZERO;
    }
    Duration left = pause(count.failures - free).minusNanos(nanoTime.getAsLong() - count.lastNanos);
    return left.isPositive() ? left : Duration.ZERO;
  }

  /** Whether one more may begin before those in progress have ended. */
  boolean mayBegin(String key) {
    return inProgress.getOrDefault(key, 0) < Math.max(1, free - failures(key));
  }

  /** An attempt is about to be checked; {@link #recordEnd} must follow. */
  void recordBegin(String key) {
    inProgress.merge(key, 1, Integer::sum);
  }

  void recordEnd(String key) {
    inProgress.computeIfPresent(key, (attempted, number) -> number == 1 ? null : number - 1);
  }

  void add(String key) {
    counts.put(key, new FailureCount(failures(key) + 1, nanoTime.getAsLong()));
  }

  private int failures(String key) {
    FailureCount count = counts.get(key);
    boolean isOld =
        count == null || nanoTime.getAsLong() - count.lastNanos > FORGOTTEN_AFTER.toNanos();
    return isOld ? 0 : count.failures;
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
