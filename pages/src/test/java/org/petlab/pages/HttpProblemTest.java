package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpProblemTest {

  @ParameterizedTest
  @CsvSource({
    // nanoseconds, seconds, in words
    "1, 1, a second",
    "1000000000, 1, a second",
    "1001000000, 2, 2 seconds",
    "59001000000, 60, 60 seconds",
  })
  void whoComesTooEarlyIsToldHowManyWholeSecondsToWait(long nanos, long seconds, String words) {
    Duration wait = Duration.ofNanos(nanos);
    HttpProblem attempt = HttpProblem.tooManyAttempts(wait, "checkout");
    HttpProblem request = HttpProblem.tooManyRequests("Too many orders.", wait);
    HttpProblem busy = HttpProblem.overloaded("Everybody is busy.", wait);

    assertThat(attempt).hasMessage("Too many failed attempts. Please try again in " + words + ".");
    assertThat(request).hasMessage("Too many orders. Please try again in " + words + ".");
    assertThat(busy).hasMessage("Everybody is busy. Please try again in " + words + ".");
    assertThat(attempt.retryAfterSeconds()).isEqualTo(seconds);
    assertThat(request.retryAfterSeconds()).isEqualTo(seconds);
    assertThat(busy.retryAfterSeconds()).isEqualTo(seconds);
    assertThat(attempt.asksForSignOn()).isTrue();
    assertThat(request.asksForSignOn()).isFalse();
    assertThat(busy.asksForSignOn()).isFalse();
    assertThat(busy.status()).isEqualTo(503);
  }
}
