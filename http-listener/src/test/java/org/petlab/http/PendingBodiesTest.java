package org.petlab.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PendingBodiesTest {
  @Test
  @Timeout(30)
  void anErrorDoesNotEndTheSearchForSlowBodies() {
    AtomicInteger looks = new AtomicInteger();
    PendingBodies bodies =
        new PendingBodies(
            () -> {
              looks.incrementAndGet();
              throw new OutOfMemoryError("on purpose");
            },
            1);
    try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
      timer.scheduleWithFixedDelay(bodies::lookAfter, 1, 1, TimeUnit.MILLISECONDS);
      while (looks.get() < 3) {
        Thread.onSpinWait();
      }
      timer.shutdownNow();
    }
    assertThat(looks.get()).isGreaterThanOrEqualTo(3);
  }
}
