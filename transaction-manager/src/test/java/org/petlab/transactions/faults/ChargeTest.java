package org.petlab.transactions.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChargeTest {
  @Test
  void itSaysWhereWhatAndWhen() {
    assertThat(Charge.parse("between-commits:delay:3:250"))
        .isEqualTo(
            new Charge(CrashPoint.BETWEEN_COMMITS, CrashAction.DELAY, 3, Duration.ofMillis(250)))
        .hasToString("between-commits:delay:3:250");
  }

  @Test
  void theFirstPassingIsMeantIfNoneIsNamed() {
    assertThat(Charge.parse("committed:halt").passing()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "halt, point:action",
    "between:halt, between-commits",
    "committed:explode, 'halt, throw, delay'",
    "committed:halt:0, a number from 1 on",
    "committed:delay:1:soon, a number from 1 on"
  })
  void whatIsNoneIsRefused(String text, String expected) {
    assertThatThrownBy(() -> Charge.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }
}
