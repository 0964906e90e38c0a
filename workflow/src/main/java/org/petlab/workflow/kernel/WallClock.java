package org.petlab.workflow.kernel;

import java.time.Instant;

/** Wall clock in nanoseconds since the epoch: what events of several JVMs are joined by. */
public final class WallClock {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private WallClock() {}

  public static long nanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }
}
