package org.petlab.workflow.observability;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A call to something that may hang, with a time limit. While a call is pending no other is
 * started: a dependency that hangs holds one thread, however often it is called.
 */
public final class TimeLimitedCall<T> {
  private final Callable<T> call;
  private final Duration limit;
  private FutureTask<T> pending;
  private long startedNanos;
  private boolean resultIsTaken;

  public TimeLimitedCall(Callable<T> call, Duration limit) {
    this.call = call;
    this.limit = limit;
  }

  /**
   * Starts the call without waiting, unless one is pending, or its result is there and was not
   * taken.
   *
   * @return whether it was started just now
   */
  public synchronized boolean begin() {
    FutureTask<T> before = pending;
    return pendingCall() != before;
  }

  /**
   * The result of the pending call, or else of one that is started now.
   *
   * @throws ExecutionException with what the call threw
   * @throws TimeoutException when there is no result in time, counted from its start
   */
  public T call() throws ExecutionException, TimeoutException, InterruptedException {
    FutureTask<T> result = pendingCall();
    try {
      return result.get(remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new TimeoutException("No answer within %d ms".formatted(limit.toMillis()));
    } finally {
      recordTaken(result);
    }
  }

  // Not on a thread of the server's pools: one that hangs there would be missed by others.
  private synchronized FutureTask<T> pendingCall() {
    if (pending == null || pending.isDone() && (resultIsTaken || isOld())) {
      pending = new FutureTask<>(call);
      startedNanos = System.nanoTime();
      resultIsTaken = false;
      Thread.ofPlatform().daemon().name("petlab-time-limited-call").start(pending);
    }
    return pending;
  }

  private boolean isOld() {
    return System.nanoTime() - startedNanos >= limit.toNanos();
  }

  private synchronized long remainingNanos() {
    return Math.max(0, limit.toNanos() - (System.nanoTime() - startedNanos));
  }

  private synchronized void recordTaken(FutureTask<T> result) {
    if (result == pending && result.isDone()) {
      resultIsTaken = true;
    }
  }

  /** A pending call is interrupted. */
  public synchronized void end() {
    if (pending != null) {
      pending.cancel(true);
    }
  }
}
