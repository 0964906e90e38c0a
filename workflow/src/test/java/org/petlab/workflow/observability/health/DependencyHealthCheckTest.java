package org.petlab.workflow.observability.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.observability.TimeLimitedCall;

/** A part that does not answer is told with the reason, and holds up nobody for long. */
class DependencyHealthCheckTest {
  private final AtomicInteger calls = new AtomicInteger();
  private final DependencyHealthCheck check =
      new DependencyHealthCheck("broker") {
        @Override
        protected void check() {}
      };

  private DependencyHealthCheck check(Callable<Void> call) {
    check.begin(
        "opc",
        new TimeLimitedCall<>(
            () -> {
              calls.incrementAndGet();
              return call.call();
            },
            DependencyHealthCheck.LIMIT));
    return check;
  }

  @AfterEach
  void end() {
    check.end();
  }

  @Test
  void aDependencyThatAnswersIsUpAndIsCheckedEachTime() {
    DependencyHealthCheck check = check(() -> null);

    assertThat(check.problem()).isEmpty();
    assertThat(check.problem()).isEmpty();
    assertThat(calls).hasValue(2);
  }

  @Test
  void aDependencyThatRefusesIsReportedWithItsReason() {
    DependencyHealthCheck check =
        check(
            () -> {
              throw new IOException("connection refused");
            });

    assertThat(check.problem()).contains("java.io.IOException: connection refused");
  }

  @Test
  void aDependencyThatHangsIsLimitedInTimeAndHoldsOneThread() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    DependencyHealthCheck check =
        check(
            () -> {
              answers.await();
              return null;
            });

    assertThat(check.problem()).contains("No answer within 1000 ms");
    assertThat(check.problem()).contains("No answer within 1000 ms");
    assertThat(calls).hasValue(1);

    answers.countDown();
    long end = System.nanoTime() + 10 * DependencyHealthCheck.LIMIT.toNanos();
    while (check.problem().isPresent()) {
      assertThat(System.nanoTime()).isLessThan(end);
    }
    assertThat(calls.get())
        .as("an answer that came too late is not taken for one of now")
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void hangingDependenciesOfSeveralApplicationsShareOneTimeLimit() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    List<DependencyHealthCheck> checks = new ArrayList<>();
    // So many that a busy machine is not slower than a limit for each would be.
    List<String> applications =
        IntStream.range(0, 20).mapToObj(number -> "application" + number).toList();
    for (String application : applications) {
      DependencyHealthCheck hanging =
          new DependencyHealthCheck("broker") {
            @Override
            protected void check() {}
          };
      Callable<Void> waiting =
          () -> {
            answers.await();
            return null;
          };
      ServerHealthChecks.register(
          application,
          List.of(
              hanging.begin(
                  application, new TimeLimitedCall<>(waiting, DependencyHealthCheck.LIMIT))));
      checks.add(hanging);
    }
    try {
      long begin = System.nanoTime();
      for (DependencyHealthCheck hanging : checks) {
        assertThat(hanging.problem()).contains("No answer within 1000 ms");
      }
      assertThat(System.nanoTime() - begin)
          .isLessThan(applications.size() / 2 * DependencyHealthCheck.LIMIT.toNanos());
    } finally {
      answers.countDown();
      applications.forEach(ServerHealthChecks::unregister);
    }
  }
}
