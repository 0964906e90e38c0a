package org.petlab.workflow.access;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Calls another program for pages that do without its answer. Who has failed is not called again at
 * once, and only so many wait for an answer at a time: one that hangs holds few threads, and not
 * for long.
 */
public final class CircuitBreaker {
  /** So many threads may wait, of the 64 that a listener has. */
  private static final int MAX_WAITING = 16;

  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Semaphore places = new Semaphore(MAX_WAITING);
  private final LongSupplier nanoTime;
  private volatile long callAgainNanos;

  /** What is called. */
  public interface Call<T> {
    /**
     * @throws IOException when there is no answer, or none that is of use
     */
    T answer() throws IOException;
  }

  public CircuitBreaker() {
    this(System::nanoTime);
  }

  CircuitBreaker(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    callAgainNanos = nanoTime.getAsLong();
  }

  /**
   * The answer; empty when nobody was called, because many wait already or the last call has
   * failed.
   *
   * @throws IOException when it was called and has failed
   */
  public <T> Optional<T> call(Call<T> call) throws IOException {
    if (nanoTime.getAsLong() - callAgainNanos < 0 || !places.tryAcquire()) {
      return Optional.empty();
    }
    try {
      return Optional.of(call.answer());
    } catch (IOException | RuntimeException e) {
      callAgainNanos = nanoTime.getAsLong() + PAUSE.toNanos();
      throw e;
    } finally {
      places.release();
    }
  }
}
