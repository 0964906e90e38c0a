package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two failures are free; pauses are 1, 2, 4, ... 32 s and then a minute. */
class FailedAttemptsTest {
  private static final String ADA = "ada";

  private long now = 7;
  private final FailedAttempts attempts = new FailedAttempts(2, 10, () -> now);

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "3, 2", "4, 4", "5, 8", "6, 16", "7, 32", "8, 60", "9, 60", "80, 60"})
  void eachFailureThatIsNotFreeDoublesThePause(int failures, long seconds) {
    fail(failures);
    assertThat(attempts.timeLeft(ADA)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void thePauseIsOverToTheNanosecond() {
    fail(3);
    now += Duration.ofSeconds(2).toNanos() - 1;
    assertThat(attempts.timeLeft(ADA)).isEqualTo(Duration.ofNanos(1));
    now += 1;
    assertThat(attempts.timeLeft(ADA)).isZero();
  }

  @Test
  void failuresAreForgottenWhenAQuarterOfAnHourIsOver() {
    fail(2);
    now += Duration.ofMinutes(15).toNanos();
    fail(1);
    assertThat(attempts.timeLeft(ADA)).hasSeconds(2);
    now += Duration.ofMinutes(15).toNanos() + 1;
    fail(1);
    assertThat(attempts.timeLeft(ADA)).isZero();
  }

  @Test
  void asManyMayBeInProgressAsWouldBeFreeIfAllFailed() {
    attempts.recordBegin(ADA);
    assertThat(attempts.mayBegin(ADA)).isTrue();
    attempts.recordBegin(ADA);
    assertThat(attempts.mayBegin(ADA)).isFalse();
    attempts.recordEnd(ADA);
    assertThat(attempts.mayBegin(ADA)).isTrue();
    fail(1);
    assertThat(attempts.mayBegin(ADA)).isFalse();
    attempts.recordEnd(ADA);
    assertThat(attempts.mayBegin(ADA)).isTrue();
  }

  @Test
  void oneMayAlwaysBegin() {
    fail(5);
    assertThat(attempts.mayBegin(ADA)).isTrue();
    attempts.recordBegin(ADA);
    assertThat(attempts.mayBegin(ADA)).isFalse();
  }

  @Test
  void whatIsRemovedOrClearedBeginsAnew() {
    fail(5);
    attempts.remove(ADA);
    assertThat(attempts.timeLeft(ADA)).isZero();
    fail(5);
    attempts.clear();
    assertThat(attempts.timeLeft(ADA)).isZero();
  }

  private void fail(int times) {
    for (int time = 0; time < times; time++) {
      attempts.add(ADA);
    }
  }
}
