package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundedRequestFilterTest {

  @ParameterizedTest
  @CsvSource({
    "/signon, -1",
    "/signon, 0",
    "/signon, 65536",
    "/api/orders/10001/approve, 1048576",
    "/manage/phase, 65537"
  })
  void whatAFormOrACallNeedsIsTaken(String path, long bytes) {
    assertThatCode(() -> BoundedRequestFilter.check(path, bytes, false)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"/signon, 65537", "/api/orders, 1048577", "/manage/phase, 1048577"})
  void moreIsRefused(String path, long bytes) {
    assertThatExceptionOfType(HttpProblem.class)
        .isThrownBy(() -> BoundedRequestFilter.check(path, bytes, false))
        .matches(problem -> problem.status() == 413);
  }

  @Test
  void whatDoesNotSayHowLongItIsIsRefused() {
    assertThatExceptionOfType(HttpProblem.class)
        .isThrownBy(() -> BoundedRequestFilter.check("/signon", -1, true))
        .matches(problem -> problem.status() == 411);
  }
}
