package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.petlab.pages.HttpProblem;

/**
 * Attempts in progress, and by which of the two counts, of the account and of the address, one
 * waits.
 */
class LoginAttemptTest {
  private static final String HERE = "127.0.0.1";
  private static final String ELSEWHERE = "127.0.0.2";

  private long now;
  private Duration refusedFor;
  private LoginThrottle throttle = new LoginThrottle(() -> now);

  @Test
  void theLongerOfTheTwoWaitsCounts() {
    // The account has failed 7 times (2 more than are free: 4 s), the address 53 times (8 s).
    fail("ada", 7);
    failOtherNames(46);
    assertThat(throttle.timeLeft("ada", HERE)).hasSeconds(8);
    assertThat(throttle.timeLeft("ada", ELSEWHERE)).hasSeconds(4);
    // 9 times: 16 s; the address 55 times: 32 s.
    fail("ada", 2);
    assertThat(throttle.timeLeft("ada", HERE)).hasSeconds(32);
    // 11 times, a minute; the address 57 times, a minute as well: its newest failure is as new.
    fail("ada", 2);
    assertThat(throttle.timeLeft("ada", HERE)).hasMinutes(1);
    assertThat(throttle.timeLeft("grace", HERE)).hasMinutes(1);
  }

  @Test
  void anAccountThatWaitsLongerThanItsAddressIsRefusedForSoLong() {
    fail("ada", 9);
    assertThat(throttle.timeLeft("ada", HERE)).hasSeconds(16);
    assertThat(throttle.timeLeft("grace", HERE)).isZero();
  }

  @Test
  void aResetForgetsWhoHasSignedOn() {
    throttle.recordSuccess("ada", HERE);
    failOtherNames(51);
    assertThat(throttle.timeLeft("ada", HERE)).isZero();
    throttle.reset();
    failOtherNames(51);
    assertThat(throttle.timeLeft("ada", HERE)).hasSeconds(2);
  }

  @Test
  void theResultOfAnAttemptCountsWhenItEnds() {
    fail("ada", 4);
    end("ada", true); // forgives the account
    fail("ada", 4);
    assertThat(throttle.timeLeft("ada", HERE)).isZero();
    end("ada", false);
    assertThat(throttle.timeLeft("ada", HERE)).hasSeconds(1);
  }

  @Test
  void whoIsRefusedIsToldHowLong() {
    fail("ada", 6);
    assertRefused("ada", HERE);
    assertThat(refusedFor).hasSeconds(2);
  }

  @Test
  void whoWaitsForAttemptsThatHangIsRefusedInTheEnd() {
    throttle = new LoginThrottle(() -> now, Duration.ofMillis(100));
    for (int place = 0; place < 5; place++) {
      begin("ada", HERE);
    }
    long begun = System.nanoTime();
    assertRefused("ada", ELSEWHERE);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isBetween(Duration.ofMillis(100), Duration.ofSeconds(4));
    assertThat(refusedFor).hasSeconds(1);
  }

  @Test
  void attemptsThatHangTakeTheirPlaceAtTheAddressToo() {
    throttle = new LoginThrottle(() -> now, Duration.ofMillis(20));
    for (int place = 0; place < 50; place++) {
      begin("name" + place, HERE);
    }
    assertRefused("grace", HERE);
    begin("grace", ELSEWHERE).close();
    throttle.recordSuccess("ada", HERE);
    begin("ada", HERE).close(); // known here: the address does not count
  }

  @Test
  void anAttemptThatEndsLetsTheNextOneBeginAtOnce() throws Exception {
    throttle = new LoginThrottle(() -> now, Duration.ofSeconds(90));
    fail("ada", 4);
    LoginThrottle.LoginAttempt first = begin("ada", HERE);
    CompletableFuture<Void> next = CompletableFuture.runAsync(() -> begin("ada", HERE).close());
    while (!isWaiting()) {
      Thread.onSpinWait();
    }
    assertThat(next).isNotDone();
    first.recordResult(true);
    first.close();
    next.get(30, TimeUnit.SECONDS);
  }

  @Test
  void whoIsInterruptedWhileWaitingIsRefusedAndStaysInterrupted() {
    fail("ada", 4);
    begin("ada", HERE);
    Thread.currentThread().interrupt();
    assertRefused("ada", HERE);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(refusedFor).hasSeconds(1);
  }

  @Test
  void aKnownAccountsAttemptLeavesTheAddressAlone() {
    throttle = new LoginThrottle(() -> now, Duration.ofMillis(20));
    throttle.recordSuccess("ada", HERE);
    failOtherNames(49);
    LoginThrottle.LoginAttempt known = begin("ada", HERE);
    LoginThrottle.LoginAttempt grace = begin("grace", HERE);
    known.close();
    assertRefused("alan", HERE); // the address has one free attempt, which is still in progress
    grace.close();
    begin("alan", HERE).close();
  }

  private static boolean isWaiting() {
    return Thread.getAllStackTraces().entrySet().stream()
        .anyMatch(
            entry ->
                entry.getKey().getState() == Thread.State.TIMED_WAITING
                    && Arrays.stream(entry.getValue())
                        .anyMatch(frame -> frame.getMethodName().equals("awaitOtherAttempt")));
  }

  private void assertRefused(String name, String address) {
    assertThatThrownBy(() -> begin(name, address)).isInstanceOf(HttpProblem.class);
  }

  private LoginThrottle.LoginAttempt begin(String name, String address) {
    return throttle.begin(
        name,
        address,
        wait -> {
          refusedFor = wait;
          return HttpProblem.tooManyAttempts(wait, "");
        });
  }

  private void end(String name, boolean success) {
    try (LoginThrottle.LoginAttempt attempt = begin(name, HERE)) {
      attempt.recordResult(success);
    }
  }

  private void fail(String name, int times) {
    for (int time = 0; time < times; time++) {
      throttle.recordFailure(name, HERE);
    }
  }

  private void failOtherNames(int names) {
    for (int name = 0; name < names; name++) {
      throttle.recordFailure("name" + name, HERE);
    }
  }
}
