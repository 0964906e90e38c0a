package org.petlab.workflow.watching;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A question to a part that may hang. It is waited for only so long, and while it waits for its
 * answer it is not asked again: a part that hangs holds one thread, however often one asks.
 */
public final class BoundedQuestion<T> {
  private final Callable<T> question;
  private final Duration limit;
  private FutureTask<T> asked;

  public BoundedQuestion(Callable<T> question, Duration limit) {
    this.question = question;
    this.limit = limit;
  }

  /**
   * The answer.
   *
   * @throws ExecutionException with what the question threw
   * @throws TimeoutException when there is no answer in time, saying so
   */
  public T ask() throws ExecutionException, TimeoutException, InterruptedException {
    try {
      return underWay().get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new TimeoutException("No answer within %d ms".formatted(limit.toMillis()));
    }
  }

  // Not on a thread of the server's pools: one that hangs there would be missed by others.
  private synchronized FutureTask<T> underWay() {
    if (asked == null || asked.isDone()) {
      asked = new FutureTask<>(question);
      Thread.ofPlatform().daemon().name("petlab-question").start(asked);
    }
    return asked;
  }

  /** Whoever still waits for the answer is interrupted. */
  public synchronized void end() {
    if (asked != null) {
      asked.cancel(true);
    }
  }
}
