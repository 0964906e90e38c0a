package org.petlab.workflow.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CircuitBreakerTest {
  private final AtomicInteger calls = new AtomicInteger();
  private final CountDownLatch answered = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private long now = 1_000_000;
  private final CircuitBreaker breaker = new CircuitBreaker(() -> now);

  @AfterEach
  void end() {
    answered.countDown();
    threads.close();
  }

  @Test
  void whoAnswersIsCalledEachTime() throws IOException {
    assertThat(breaker.call(this::answer)).contains("answer");
    assertThat(breaker.call(this::answer)).contains("answer");
    assertThat(calls).hasValue(2);
  }

  @Test
  void whoHasFailedIsCalledAgainAfterFiveSeconds() throws IOException {
    fail(new IOException("on purpose"));
    assertThat(breaker.call(this::answer)).isEmpty();
    now += Duration.ofSeconds(5).toNanos() - 1;
    assertThat(breaker.call(this::answer)).isEmpty();
    assertThat(calls).hasValue(1);
    now += 1;
    assertThat(breaker.call(this::answer)).contains("answer");
  }

  @Test
  void anAnswerThatCannotBeReadIsAFailureToo() throws IOException {
    fail(new IllegalArgumentException("on purpose"));
    assertThat(breaker.call(this::answer)).isEmpty();
  }

  @Test
  void sixteenMayWaitAndTheOthersDoWithout() throws Exception {
    List<Future<Optional<String>>> pages =
        IntStream.range(0, 64)
            .mapToObj(page -> threads.submit(() -> breaker.call(this::answerInTheEnd)))
            .toList();
    awaitDone(pages, 48);
    answered.countDown();
    int informed = 0;
    for (Future<Optional<String>> page : pages) {
      informed += page.get().isPresent() ? 1 : 0;
    }
    assertThat(informed).isEqualTo(16);
    assertThat(calls).hasValue(16);
    assertThat(breaker.call(this::answer)).as("all places are free again").contains("answer");
  }

  private String answer() {
    calls.incrementAndGet();
    return "answer";
  }

  private String answerInTheEnd() throws IOException {
    try {
      answered.await();
      return answer();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void fail(Exception failure) {
    assertThatThrownBy(() -> breaker.call(() -> answerWith(failure))).isSameAs(failure);
  }

  private String answerWith(Exception failure) throws IOException {
    calls.incrementAndGet();
    if (failure instanceof IOException noAnswer) {
      throw noAnswer;
    }
    throw (RuntimeException) failure;
  }

  private static void awaitDone(List<Future<Optional<String>>> pages, int number) {
    long endNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (pages.stream().filter(Future::isDone).count() < number) {
      assertThat(System.nanoTime()).as("until %d have an answer", number).isLessThan(endNs);
      Thread.onSpinWait();
    }
  }
}
