package org.petlab.storefront.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VisitTest {
  private final Visit visit = new Visit();
  private final AtomicInteger opened = new AtomicInteger();

  @Test
  void ofTwoClicksOneOpensTheAccountAndBothAreToldThatItIsOpen() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch clicked = new CountDownLatch(1);
    try (ExecutorService clicks = Executors.newFixedThreadPool(2)) {
      Future<Boolean> first =
          clicks.submit(
              () ->
                  visit.signOnOnce(
                      "ada",
                      () -> {
                        begun.countDown();
                        await(clicked);
                        return opened.incrementAndGet() == 1;
                      }));
      begun.await();
      Future<Boolean> second =
          clicks.submit(
              () -> {
                clicked.countDown();
                return visit.signOnOnce("ada", () -> opened.incrementAndGet() == 1);
              });
      assertThat(first.get() && second.get()).isTrue();
    }
    assertThat(opened).hasValue(1);
    assertThat(visit.getCustomer()).isEqualTo("ada");
  }

  @Test
  void whoCannotOpenItIsNotSignedOn() {
    assertThat(visit.signOnOnce("ada", () -> false)).isFalse();
    assertThat(visit.isSignedOn()).isFalse();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
