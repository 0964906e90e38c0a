package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcurrencyLimiterTest {
  private static final String HERE = "127.0.0.1";
  private static final String ELSEWHERE = "127.0.0.2";

  private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(3, 2);

  @Test
  void anAddressMayHaveItsShareAndTheOthersTheRest() {
    assertThat(limiter.tryAcquire(HERE)).isTrue();
    assertThat(limiter.tryAcquire(HERE)).isTrue();
    assertThat(limiter.tryAcquire(HERE)).isFalse();
    assertThat(limiter.tryAcquire(ELSEWHERE)).isTrue();
    assertThat(limiter.tryAcquire(ELSEWHERE)).as("all three are taken").isFalse();
  }

  @Test
  void whatIsGivenBackMayBeTakenAgain() {
    limiter.tryAcquire(HERE);
    limiter.tryAcquire(HERE);
    limiter.tryAcquire(ELSEWHERE);
    limiter.release(ELSEWHERE);
    assertThat(limiter.tryAcquire(HERE)).as("its share is taken").isFalse();
    limiter.release(HERE);
    assertThat(limiter.tryAcquire(HERE)).isTrue();
    assertThat(limiter.tryAcquire(ELSEWHERE)).isTrue();
    assertThat(limiter.tryAcquire(ELSEWHERE)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0"})
  void nobodyCanBeLeftWithNone(int max, int maxPerAddress) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConcurrencyLimiter(max, maxPerAddress))
        .withMessage("Expected 1 or more, got %d and %d per address".formatted(max, maxPerAddress));
  }
}
