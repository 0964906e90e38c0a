package org.petlab.workflow.observability;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A question to a part that may hang. It has only so long for its answer, and while it waits for it
 * it is not asked again: a part that hangs holds one thread, however often one asks.
 */
public final class BoundedQuestion<T> {
  private final Callable<T> question;
  private final Duration limit;
  private FutureTask<T> asked;
  private long askedNanos;
  private boolean answerIsTaken;

  public BoundedQuestion(Callable<T> question, Duration limit) {
    this.question = question;
    this.limit = limit;
  }

  /**
   * Asks without waiting, unless an answer is under way, or there and nobody has taken it yet.
   *
   * @return whether it was asked just now
   */
  public synchronized boolean begin() {
    FutureTask<T> before = asked;
    return underWay() != before;
  }

  /**
   * The answer to the question that has begun, or else to one that is asked now.
   *
   * @throws ExecutionException with what the question threw
   * @throws TimeoutException when there is no answer in time, counted from when it was asked
   */
  public T ask() throws ExecutionException, TimeoutException, InterruptedException {
    FutureTask<T> answer = underWay();
    try {
      return answer.get(remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new TimeoutException("No answer within %d ms".formatted(limit.toMillis()));
    } finally {
      taken(answer);
    }
  }

  // Not on a thread of the server's pools: one that hangs there would be missed by others.
  private synchronized FutureTask<T> underWay() {
    if (asked == null || asked.isDone() && (answerIsTaken || isOld())) {
      asked = new FutureTask<>(question);
      askedNanos = System.nanoTime();
      answerIsTaken = false;
      Thread.ofPlatform().daemon().name("petlab-question").start(asked);
    }
    return asked;
  }

  private boolean isOld() {
    return System.nanoTime() - askedNanos >= limit.toNanos();
  }

  private synchronized long remainingNanos() {
    return Math.max(0, limit.toNanos() - (System.nanoTime() - askedNanos));
  }

  private synchronized void taken(FutureTask<T> answer) {
    if (answer == asked && answer.isDone()) {
      answerIsTaken = true;
    }
  }

  /** Whoever still waits for the answer is interrupted. */
  public synchronized void end() {
    if (asked != null) {
      asked.cancel(true);
    }
  }
}
