package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
  private static final String HERE = "127.0.0.1";
  private static final String ELSEWHERE = "127.0.0.2";

  private long now = Long.MAX_VALUE - 1000; // the clock may begin anywhere, and pass zero
  private final RateLimiter limiter = new RateLimiter(30, () -> now);

  @Test
  void allOfItMayBeHadAtOnceButNoMore() {
    assertThat(taken(40)).isEqualTo(30);
    assertThat(limiter.acquire(HERE)).hasSeconds(2);
    assertThat(limiter.acquire(ELSEWHERE)).isZero();
  }

  @Test
  void itComesBackEvenly() {
    taken(30);
    pass(Duration.ofSeconds(1));
    assertThat(limiter.acquire(HERE)).hasSeconds(1);
    pass(Duration.ofSeconds(5));
    assertThat(taken(10)).isEqualTo(3);
    pass(Duration.ofHours(1));
    assertThat(taken(40)).isEqualTo(30);
  }

  @Test
  void whatIsForgottenMayBeHadAgain() {
    taken(30);
    limiter.reset();
    assertThat(taken(40)).isEqualTo(30);
  }

  @Test
  void aRateBelowOneIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RateLimiter(0, () -> now));
  }

  @Test
  void oneAMinuteIsARate() {
    RateLimiter one = new RateLimiter(1, () -> now);
    assertThat(one.acquire(HERE)).isZero();
    assertThat(one.acquire(HERE)).hasMinutes(1);
  }

  private int taken(int tries) {
    int taken = 0;
    for (int i = 0; i < tries; i++) {
      taken += limiter.acquire(HERE).isZero() ? 1 : 0;
    }
    return taken;
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
