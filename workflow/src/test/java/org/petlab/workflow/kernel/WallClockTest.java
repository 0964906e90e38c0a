package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class WallClockTest {
  @Test
  void itCountsNanosecondsSinceTheEpoch() {
    Instant before = Instant.now();
    long nanos = WallClock.nanos();
    assertThat(Instant.ofEpochSecond(0, nanos)).isBetween(before, Instant.now());
  }
}
