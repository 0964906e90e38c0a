package org.petlab.load;

import java.time.Instant;

/**
 * Wall clock nanoseconds since the epoch that never go back: the wall clock is read once, and the
 * monotonic clock carries it on.
 */
public final class WallClock {
  private final long offsetNs;

  /** Reads the wall clock. */
  public WallClock() {
    Instant now = Instant.now();
    offsetNs = now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
  }

  /** The wall clock at an instant of {@link System#nanoTime()}. */
  public long at(long nanoTime) {
    return offsetNs + nanoTime;
  }
}
