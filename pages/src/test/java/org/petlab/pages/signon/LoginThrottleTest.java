package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.petlab.pages.HttpProblem;

class LoginThrottleTest {
  private static final String HERE = "127.0.0.1";
  private static final String ELSEWHERE = "127.0.0.2";

  private long now;
  // Nobody gives up waiting, however slowly a busy machine lets one after the other begin.
  private final LoginThrottle throttle = new LoginThrottle(() -> now, Duration.ofMinutes(2));

  @Test
  void aFewSlipsCostNothing() {
    wrong("ada", 4);
    assertThat(throttle.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void thenEachWrongTryWaitsTwiceAsLongUpToAMinute() {
    wrong("ada", 5);
    assertThat(throttle.timeLeft("ada", HERE)).hasSeconds(1);
    wrong("ada", 1);
    assertThat(throttle.timeLeft("ada", HERE)).hasSeconds(2);
    wrong("ada", 20);
    assertThat(throttle.timeLeft("ada", HERE)).hasMinutes(1);
  }

  @Test
  void whoHasWaitedMayTryAgain() {
    wrong("ada", 7);
    pass(Duration.ofSeconds(3));
    assertThat(throttle.timeLeft("ada", HERE)).hasSeconds(1);
    pass(Duration.ofSeconds(1));
    assertThat(throttle.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void theAccountWaitsWhereverTheTryComesFrom() {
    wrong("ada", 6);
    assertThat(throttle.timeLeft("ada", ELSEWHERE)).isPositive();
    assertThat(throttle.timeLeft("grace", ELSEWHERE)).isZero();
  }

  @Test
  void theRightPasswordForgivesTheAccount() {
    wrong("ada", 4);
    throttle.recordSuccess("ada", HERE);
    wrong("ada", 4);
    assertThat(throttle.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void anAddressThatTriesManyNamesWaitsToo() {
    wrongNames(50);
    assertThat(throttle.timeLeft("grace", HERE)).isPositive();
    assertThat(throttle.timeLeft("grace", ELSEWHERE)).isZero();
  }

  @Test
  void oneRightTryMakesNoAddressTrusted() {
    wrongNames(60);
    throttle.recordSuccess("mallory", HERE);
    assertThat(throttle.timeLeft("grace", HERE)).isPositive();
  }

  @Test
  void theLoadGeneratorsCustomersAreNotSlowedByAGuesserOnTheirAddress() {
    for (int number = 1; number <= 100; number++) {
      throttle.recordSuccess("customer" + number, HERE);
    }
    wrongNames(1000);
    for (int number = 1; number <= 100; number++) {
      assertThat(throttle.timeLeft("customer" + number, HERE)).isZero();
    }
  }

  @Test
  void afterAQuarterOfAnHourItBeginsAnew() {
    wrong("ada", 9);
    pass(Duration.ofMinutes(16));
    wrong("ada", 4);
    assertThat(throttle.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void aResetForgetsAll() {
    wrong("ada", 9);
    wrongNames(60);
    throttle.reset();
    assertThat(throttle.timeLeft("ada", HERE)).isZero();
  }

  @Test
  void onlySoManyAreRemembered() {
    LruMap<Integer, Integer> latest = new LruMap<>(10);
    for (int number = 0; number < 1000; number++) {
      latest.put(number, number);
      latest.get(0);
    }
    assertThat(latest).hasSize(10).containsKeys(0, 999).doesNotContainKey(500);
  }

  @Test
  void ofFortyWrongTriesAtOnceOnlyTheFreeOnesAreLookedAt() throws Exception {
    AtomicInteger lookedAt = new AtomicInteger();
    List<String> ends = atOnce(40, number -> tried("ada", HERE, false, lookedAt));
    assertThat(lookedAt).hasValue(5);
    assertThat(ends).filteredOn("refused"::equals).hasSize(35);
  }

  @Test
  void ofWrongTriesAtOnceAtManyNamesOnlyTheFreeOnesOfTheAddressAreLookedAt() throws Exception {
    AtomicInteger lookedAt = new AtomicInteger();
    atOnce(80, number -> tried("name" + number, HERE, false, lookedAt));
    assertThat(lookedAt).hasValue(50);
  }

  @Test
  void rightTriesAtOnceAllPassHoweverManyShareTheAccountAndTheAddress() throws Exception {
    AtomicInteger lookedAt = new AtomicInteger();
    List<String> ends = atOnce(200, number -> tried("customer" + number % 3, HERE, true, lookedAt));
    assertThat(ends).containsOnly("right");
  }

  @Test
  void anAccountWithWrongTriesLetsTheRightOnesThroughOneAfterTheOther() throws Exception {
    wrong("ada", 4);
    AtomicInteger lookedAt = new AtomicInteger();
    List<String> ends = atOnce(40, number -> tried("ada", HERE, true, lookedAt));
    assertThat(ends).containsOnly("right");
  }

  @Test
  void aTryThatNobodyCouldLookAtCountsNeitherWay() {
    wrong("ada", 4);
    for (int time = 0; time < 20; time++) {
      throttle.begin("ada", HERE, LoginThrottleTest::refused).close();
    }
    assertThat(throttle.timeLeft("ada", HERE)).isZero();
    wrong("ada", 1);
    assertThat(throttle.timeLeft("ada", HERE)).isPositive();
  }

  private String tried(String name, String address, boolean isRight, AtomicInteger lookedAt) {
    try (LoginThrottle.LoginAttempt attempt =
        throttle.begin(name, address, LoginThrottleTest::refused)) {
      lookedAt.incrementAndGet();
      // As long as a hash takes, so that all the others come meanwhile.
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      attempt.recordResult(isRight);
      return isRight ? "right" : "wrong";
    } catch (HttpProblem problem) {
      return "refused";
    }
  }

  private static HttpProblem refused(Duration wait) {
    return HttpProblem.tooManyAttempts(wait, "");
  }

  private static List<String> atOnce(int number, IntFunction<String> work) throws Exception {
    CyclicBarrier together = new CyclicBarrier(number);
    try (ExecutorService threads = Executors.newFixedThreadPool(number)) {
      List<Callable<String>> all = new ArrayList<>();
      for (int each = 0; each < number; each++) {
        int which = each;
        all.add(
            () -> {
              together.await();
              return work.apply(which);
            });
      }
      List<String> ends = new ArrayList<>();
      for (Future<String> end : threads.invokeAll(all)) {
        ends.add(end.get());
      }
      return ends;
    }
  }

  private void wrong(String name, int times) {
    for (int time = 0; time < times; time++) {
      throttle.recordFailure(name, HERE);
    }
  }

  private void wrongNames(int names) {
    for (int name = 0; name < names; name++) {
      throttle.recordFailure("name" + name, HERE);
    }
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
