package org.petlab.transactions.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultSpecTest {
  @Test
  void itSaysWhereWhatAndWhen() {
    assertThat(FaultSpec.parse("sent@supplier-order:delay:each-20:250"))
        .isEqualTo(
            new FaultSpec(
                CrashPoint.SENT,
                "supplier-order",
                CrashAction.DELAY,
                new Occurrence(20, true),
                Duration.ofMillis(250)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "between-commits:delay:3:250",
        "received@approving:throw:each-5:1000",
        "sent@invoice:error:2:1000",
        "worked:halt:1:1000"
      })
  void itIsWrittenAsItIsRead(String text) {
    assertThat(FaultSpec.parse(text)).hasToString(text);
  }

  @Test
  void theFirstPassingIsMeantIfNoneIsNamed() {
    assertThat(FaultSpec.parse("committed:halt").occurrence()).isEqualTo(Occurrence.FIRST);
  }

  @Test
  void aTurnComesOnceOrAgainAndAgain() {
    assertThat(hitsOf("3")).containsExactly(3L);
    assertThat(hitsOf("each-4")).containsExactly(4L, 8L, 12L);
  }

  private static LongStream hitsOf(String occurrence) {
    return LongStream.rangeClosed(1, 12).filter(Occurrence.parse(occurrence)::isAt);
  }

  @ParameterizedTest
  @CsvSource({
    "sent@invoice, SENT, invoice, true",
    "sent@invoice, SENT, supplier-order, false",
    "sent@invoice, WORKED, invoice, false",
    "sent, SENT, supplier-order, true",
    "committed, COMMITTED, '', true"
  })
  void itIsMetAtItsPlaceOnly(String where, CrashPoint point, String place, boolean met) {
    assertThat(FaultSpec.parse(where + ":halt").isMetBy(point, place)).isEqualTo(met);
  }

  @ParameterizedTest
  @CsvSource({
    "halt, point[@place]:action",
    "between:halt, between-commits",
    "committed:explode, 'halt, throw, error, delay'",
    "first-prepared:error, 'is no point of a step, so expected halt, throw or delay'",
    "committed:halt:0, a number from 1 on",
    "committed:halt:each-0, each- and such a number",
    "committed:halt:each-, each- and such a number",
    "committed:delay:1:soon, a number from 1 on",
    "received@:halt, the name of a step",
    "log-written@invoice:halt, is no point of a step"
  })
  void whatIsNoneIsRefused(String text, String expected) {
    assertThatThrownBy(() -> FaultSpec.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }
}
