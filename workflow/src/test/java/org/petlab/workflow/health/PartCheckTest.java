package org.petlab.workflow.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.observability.BoundedQuestion;

/** A part that does not answer is told with the reason, and holds up nobody for long. */
class PartCheckTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final PartCheck check =
      new PartCheck("broker") {
        @Override
        protected void ask() {}
      };

  private PartCheck check(Callable<Void> question) {
    check.begin(
        "opc",
        new BoundedQuestion<>(
            () -> {
              asked.incrementAndGet();
              return question.call();
            },
            PartCheck.LIMIT));
    return check;
  }

  @AfterEach
  void end() {
    check.end();
  }

  @Test
  void aPartThatAnswersIsFineAndIsAskedEachTime() {
    PartCheck check = check(() -> null);

    assertThat(check.reasonNot()).isEmpty();
    assertThat(check.reasonNot()).isEmpty();
    assertThat(asked).hasValue(2);
  }

  @Test
  void aPartThatRefusesIsToldWithItsReason() {
    PartCheck check =
        check(
            () -> {
              throw new IOException("connection refused");
            });

    assertThat(check.reasonNot()).contains("java.io.IOException: connection refused");
  }

  @Test
  void aPartThatHangsIsWaitedForOnlySoLongAndHoldsOneThread() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    PartCheck check =
        check(
            () -> {
              answers.await();
              return null;
            });

    assertThat(check.reasonNot()).contains("No answer within 1000 ms");
    assertThat(check.reasonNot()).contains("No answer within 1000 ms");
    assertThat(asked).hasValue(1);

    answers.countDown();
    long end = System.nanoTime() + 10 * PartCheck.LIMIT.toNanos();
    while (check.reasonNot().isPresent()) {
      assertThat(System.nanoTime()).isLessThan(end);
    }
    assertThat(asked.get())
        .as("an answer that came too late is not taken for one of now")
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void partsOfSeveralApplicationsThatHangAreWaitedForTogether() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    List<PartCheck> checks = new ArrayList<>();
    for (String application : List.of("storefront", "opc", "supplier")) {
      PartCheck hanging =
          new PartCheck("broker") {
            @Override
            protected void ask() {}
          };
      Callable<Void> waiting =
          () -> {
            answers.await();
            return null;
          };
      ChecksOfServer.register(
          application,
          List.of(hanging.begin(application, new BoundedQuestion<>(waiting, PartCheck.LIMIT))));
      checks.add(hanging);
    }
    try {
      long begin = System.nanoTime();
      for (PartCheck hanging : checks) {
        assertThat(hanging.reasonNot()).contains("No answer within 1000 ms");
      }
      assertThat(System.nanoTime() - begin).isLessThan(5 * PartCheck.LIMIT.toNanos() / 2);
    } finally {
      answers.countDown();
      List.of("storefront", "opc", "supplier").forEach(ChecksOfServer::unregister);
    }
  }
}
