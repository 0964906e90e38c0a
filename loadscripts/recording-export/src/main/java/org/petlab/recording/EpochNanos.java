package org.petlab.recording;

import java.time.Instant;

/** The wall clock of all tables: nanoseconds since the epoch. */
final class EpochNanos {

  private EpochNanos() {}

  static long of(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
  }
}
