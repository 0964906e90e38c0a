package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AllowanceTest {
  private static final String HERE = "127.0.0.1";
  private static final String ELSEWHERE = "127.0.0.2";

  private long now = Long.MAX_VALUE - 1000; // the clock may begin anywhere, and pass zero
  private final Allowance allowance = new Allowance(30, () -> now);

  @Test
  void allOfItMayBeHadAtOnceButNoMore() {
    assertThat(taken(40)).isEqualTo(30);
    assertThat(allowance.take(HERE)).hasSeconds(2);
    assertThat(allowance.take(ELSEWHERE)).isZero();
  }

  @Test
  void itComesBackEvenly() {
    taken(30);
    pass(Duration.ofSeconds(1));
    assertThat(allowance.take(HERE)).hasSeconds(1);
    pass(Duration.ofSeconds(5));
    assertThat(taken(10)).isEqualTo(3);
    pass(Duration.ofHours(1));
    assertThat(taken(40)).isEqualTo(30);
  }

  @Test
  void whatIsForgottenMayBeHadAgain() {
    taken(30);
    allowance.forget();
    assertThat(taken(40)).isEqualTo(30);
  }

  @Test
  void thereIsNoAllowanceOfNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Allowance(0, () -> now));
  }

  private int taken(int tries) {
    int taken = 0;
    for (int i = 0; i < tries; i++) {
      taken += allowance.take(HERE).isZero() ? 1 : 0;
    }
    return taken;
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
