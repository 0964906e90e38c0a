package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.BedSettings;

/** Customers who all know their password, and an identity store that takes its time. */
@Timeout(30)
class AuthenticatorTest {
  private static final int SIGNED_ON = 200;
  private static final int NOT_NOW = 503;

  private final CountDownLatch hashed = new CountDownLatch(1);
  private final Authenticator authenticator =
      new Authenticator(this::validate, new PasswordQueue(bed("8")));
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    hashed.countDown();
    threads.close();
  }

  @Test
  void anAddressMayHaveHalfOfThePlacesAndTheOthersAreToldAtOnce() throws Exception {
    List<Future<Integer>> here = signOns(100, "127.0.0.1");
    awaitDone(here, 96);
    List<Future<Integer>> elsewhere = signOns(100, "127.0.0.2");
    awaitDone(elsewhere, 96);
    List<Future<Integer>> late = signOns(10, "127.0.0.3");
    awaitDone(late, 10);
    hashed.countDown();
    assertThat(statuses(here)).containsOnly(SIGNED_ON, NOT_NOW);
    assertThat(statuses(here)).filteredOn(status -> status == SIGNED_ON).hasSize(4);
    assertThat(statuses(elsewhere)).filteredOn(status -> status == SIGNED_ON).hasSize(4);
    assertThat(statuses(late)).as("all 8 places are taken").containsOnly(NOT_NOW);
    assertThat(signOn("127.0.0.3")).as("a place that was given back").isEqualTo(SIGNED_ON);
  }

  @Test
  void whoHasNoPlaceIsToldWhenToComeBack() {
    awaitDone(signOns(5, "127.0.0.1"), 1);
    assertThatThrownBy(() -> authenticator.authenticate("ada", "right", "127.0.0.1", ""))
        .isInstanceOfSatisfying(
            HttpProblem.class, problem -> assertThat(problem.retryAfterSeconds()).isEqualTo(1))
        .hasMessage(
            "Too many passwords are being checked right now. Please try again in a second.");
  }

  private CredentialValidationResult validate(Credential shown) {
    try {
      hashed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new CredentialValidationResult("ada", Set.of("customer"));
  }

  private List<Future<Integer>> signOns(int number, String address) {
    return IntStream.range(0, number)
        .mapToObj(each -> threads.submit(() -> signOn(address)))
        .toList();
  }

  private int signOn(String address) {
    try {
      authenticator.authenticate("ada", "right", address, "");
      return SIGNED_ON;
    } catch (HttpProblem problem) {
      return problem.status();
    }
  }

  private static void awaitDone(List<Future<Integer>> signOns, int number) {
    long endNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (signOns.stream().filter(Future::isDone).count() < number) {
      assertThat(System.nanoTime()).as("until %d are answered", number).isLessThan(endNs);
      Thread.onSpinWait();
    }
  }

  private static List<Integer> statuses(List<Future<Integer>> signOns) throws Exception {
    List<Integer> statuses = new ArrayList<>();
    for (Future<Integer> each : signOns) {
      statuses.add(each.get());
    }
    return statuses;
  }

  private static BedSettings bed(String maxPending) {
    Properties bed = new Properties();
    bed.put("password.max-pending", maxPending);
    return new BedSettings(bed);
  }
}
