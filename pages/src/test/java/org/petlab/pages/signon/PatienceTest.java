package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private static final String HERE = "127.0.0.1";
  private static final String ELSEWHERE = "127.0.0.2";

  private long now;
  private final Patience patience = new Patience(() -> now);

  @Test
  void aFewSlipsCostNothing() {
    wrong("ada", 4);
    assertThat(patience.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void thenEachWrongTryWaitsTwiceAsLongUpToAMinute() {
    wrong("ada", 5);
    assertThat(patience.timeLeft("ada", HERE)).hasSeconds(1);
    wrong("ada", 1);
    assertThat(patience.timeLeft("ada", HERE)).hasSeconds(2);
    wrong("ada", 20);
    assertThat(patience.timeLeft("ada", HERE)).hasMinutes(1);
  }

  @Test
  void whoHasWaitedMayTryAgain() {
    wrong("ada", 7);
    pass(Duration.ofSeconds(3));
    assertThat(patience.timeLeft("ada", HERE)).hasSeconds(1);
    pass(Duration.ofSeconds(1));
    assertThat(patience.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void theAccountWaitsWhereverTheTryComesFrom() {
    wrong("ada", 6);
    assertThat(patience.timeLeft("ada", ELSEWHERE)).isPositive();
    assertThat(patience.timeLeft("grace", ELSEWHERE)).isZero();
  }

  @Test
  void theRightPasswordForgivesTheAccount() {
    wrong("ada", 4);
    patience.right("ada", HERE);
    wrong("ada", 4);
    assertThat(patience.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void anAddressThatTriesManyNamesWaitsToo() {
    wrongNames(50);
    assertThat(patience.timeLeft("grace", HERE)).isPositive();
    assertThat(patience.timeLeft("grace", ELSEWHERE)).isZero();
  }

  @Test
  void oneRightTryMakesNoAddressTrusted() {
    wrongNames(60);
    patience.right("mallory", HERE);
    assertThat(patience.timeLeft("grace", HERE)).isPositive();
  }

  @Test
  void theLoadGeneratorsCustomersAreNotSlowedByAGuesserOnTheirAddress() {
    for (int number = 1; number <= 100; number++) {
      patience.right("customer" + number, HERE);
    }
    wrongNames(1000);
    for (int number = 1; number <= 100; number++) {
      assertThat(patience.timeLeft("customer" + number, HERE)).isZero();
    }
  }

  @Test
  void afterAQuarterOfAnHourItBeginsAnew() {
    wrong("ada", 9);
    pass(Duration.ofMinutes(16));
    wrong("ada", 4);
    assertThat(patience.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void aResetForgetsAll() {
    wrong("ada", 9);
    wrongNames(60);
    patience.forget();
    assertThat(patience.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void onlySoManyAreRemembered() {
    Latest<Integer, Integer> latest = new Latest<>(10);
    for (int number = 0; number < 1000; number++) {
      latest.put(number, number);
      latest.get(0);
    }
    assertThat(latest).hasSize(10).containsKeys(0, 999).doesNotContainKey(500);
  }

  private void wrong(String name, int times) {
    for (int time = 0; time < times; time++) {
      patience.wrong(name, HERE);
    }
  }

  private void wrongNames(int names) {
    for (int name = 0; name < names; name++) {
      patience.wrong("name" + name, HERE);
    }
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
