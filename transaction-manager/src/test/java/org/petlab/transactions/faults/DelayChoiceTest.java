package org.petlab.transactions.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelayChoiceTest {
  @ParameterizedTest
  @CsvSource({"1, 1000000", "0.8, 800000", "0.001, 1000", "12.345, 12345000", "99999, 99999000000"})
  void itIsReadToTheMicrosecond(String millis, long nanos) {
    assertThat(StepDelay.parse("received@approving " + millis + " ms"))
        .isEqualTo(new StepDelay(CrashPoint.RECEIVED, "approving", Duration.ofNanos(nanos)));
  }

  // By hand: `printf 7/10001 | sha256sum` begins with 4f251ea67cb6dd82, 10002 with 2e5e9d84c41ee837
  // and 10003 with 315d637296f9ddc1; those of 10005 and 10006 are above 2^63.
  @ParameterizedTest
  @CsvSource({
    "7, 10001, none", // 4f251ea67cb6dd82
    "7, 10002, sent@invoice 2 ms", // 2e5e9d84c41ee837
    "7, 10003, sent@invoice 2 ms", // 315d637296f9ddc1
    "7, 10005, sent@invoice 2 ms", // c88de878bdd4617b
    "7, 10006, sent@invoice 2 ms", // f9b8e7df8f020091
    "7, 10010, none", // 98c6e0b4a6ab215a
    "0, 10001, sent@invoice 2 ms" // c4dbf0def7a436f3
  })
  void theLevelIsDrawnByTheHashOfSeedAndOrder(String seed, String order, String level) {
    assertThat(DelayChoice.parse("drawn:" + seed + ":none,sent@invoice 2 ms").levelOf(order))
        .isEqualTo(level);
  }

  @ParameterizedTest
  @CsvSource({
    "RECEIVED, approving, true",
    "RECEIVED, supplying, false",
    "WORKED, approving, false"
  })
  void itIsMetAtItsPlaceOnly(CrashPoint point, String place, boolean met) {
    DelayChoice choice = DelayChoice.parse("received@approving 1 ms");
    assertThat(choice.met("received@approving 1 ms", point, place).isPresent()).isEqualTo(met);
  }

  @Test
  void aChoiceIsSaidAsItWasMade() {
    String drawn = "drawn:7:none,received@approving 1 ms,sent@invoice 0.8 ms";
    assertThat(DelayChoice.parse(drawn)).hasToString(drawn);
    assertThat(DelayChoice.NONE).hasToString("none");
    assertThat(DelayChoice.NONE.isNone()).isTrue();
    assertThat(DelayChoice.parse(drawn).isNone()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "received 1 ms",
        "received@approving",
        "received@approving 1",
        "received@approving 1ms",
        "received@approving 0.0001 ms",
        "received@approving 0 ms",
        "received@approving -1 ms",
        "committed@approving 1 ms",
        "nowhere@approving 1 ms",
        "drawn:7",
        "drawn:07:none,received@approving 1 ms",
        "drawn:7:none,none",
        "drawn:7:none,"
      })
  void whatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> DelayChoice.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).*[Ee]xpected.*");
  }

  @Test
  void aHugeChoiceIsRefusedAndNotSaidAgain() {
    assertThatThrownBy(() -> DelayChoice.parse("x".repeat(401)))
        .hasMessage("Expected delays of at most 400 characters, got 401");
    assertThatThrownBy(() -> DelayChoice.parse("x".repeat(400))).hasMessageContaining("got 'xxx");
  }

  @Test
  void aParkedThreadWaitsToTheEndThoughItIsInterrupted() {
    Thread.currentThread().interrupt();
    long waited = Parking.park(Duration.ofMillis(15));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(waited).isGreaterThanOrEqualTo(15_000_000L);
  }
}
