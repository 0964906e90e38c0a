package org.petlab.storefront.stock;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What was last heard of the stock. However many pages are asked for, the supplier is asked at most
 * once in some seconds, for all items at once, and a page waits for the answer only when nothing
 * recent is known and the supplier answered the last time.
 */
final class KeptStock {
  private static final Logger LOG = System.getLogger(KeptStock.class.getName());
  static final long KEPT_NS = Duration.ofSeconds(5).toNanos();
  // What is older is not told any more.
  static final long TOLD_NS = Duration.ofSeconds(30).toNanos();
  // Reading a large stock takes no more than a fiftieth of anybody's time.
  private static final int PAUSE_FACTOR = 50;
  // Longer than any answer may take, so that never two readings are under way.
  static final long READING_NS = Duration.ofSeconds(10).toNanos();

  private final Supplier<CompletableFuture<Map<String, Integer>>> reading;
  private final LongSupplier clock;
  private final Duration patience;

  private volatile Known known;
  private volatile boolean answered = true;
  private volatile long nextReadingNs;
  private CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

  private record Known(Map<String, Integer> onHand, long toldUntilNs) {}

  /**
   * @param reading begins to ask the supplier
   * @param clock monotonic, in nanoseconds
   * @param patience how long a page waits at most
   */
  KeptStock(
      Supplier<CompletableFuture<Map<String, Integer>>> reading,
      LongSupplier clock,
      Duration patience) {
    this.reading = reading;
    this.clock = clock;
    this.patience = patience;
    nextReadingNs = clock.getAsLong();
    known = new Known(Map.of(), nextReadingNs);
  }

  /** How many there are of an item; empty when that is not known now. */
  OptionalInt of(String itemId) {
    if (clock.getAsLong() - nextReadingNs >= 0) {
      readAgain();
    }
    if (isOutdated() && answered) {
      await();
    }
    Integer onHand = isOutdated() ? null : known.onHand().get(itemId);
    return onHand == null ? OptionalInt.empty() : OptionalInt.of(onHand);
  }

  private boolean isOutdated() {
    return clock.getAsLong() - known.toldUntilNs() >= 0;
  }

  private synchronized void readAgain() {
    long begunNs = clock.getAsLong();
    if (begunNs - nextReadingNs < 0) {
      return;
    }
    nextReadingNs = begunNs + READING_NS;
    underWay = reading.get().handle((onHand, failure) -> heard(onHand, failure, begunNs));
  }

  private Void heard(Map<String, Integer> onHand, Throwable failure, long begunNs) {
    long now = clock.getAsLong();
    if (failure == null) {
      nextReadingNs = now + Math.max(KEPT_NS, PAUSE_FACTOR * (now - begunNs));
      known = new Known(onHand, nextReadingNs + TOLD_NS - KEPT_NS);
    } else {
      nextReadingNs = now + KEPT_NS;
      LOG.log(Level.WARNING, "The supplier does not tell its stock: {0}", failure.toString());
    }
    answered = failure == null;
    return null;
  }

  // Whoever begins a reading holds the lock until it is noted here.
  private synchronized CompletableFuture<?> underWay() {
    return underWay;
  }

  private void await() {
    try {
      underWay().get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // The page says that nothing is known; why, the reading itself logs when it ends.
      answered = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
