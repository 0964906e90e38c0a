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
 * The last known stock. However many pages are asked for, the supplier is asked at most once in
 * some seconds, for all items at once, and a page waits for the answer only when nothing recent is
 * known and the supplier answered the last time.
 */
final class StockCache {
  private static final Logger LOG = System.getLogger(StockCache.class.getName());
  static final long REFRESH_NS = Duration.ofSeconds(5).toNanos();
  // What is older is not shown any more.
  static final long MAX_AGE_NS = Duration.ofSeconds(30).toNanos();
  // Reading a large stock takes no more than a fiftieth of anybody's time.
  private static final int PAUSE_FACTOR = 50;
  // Longer than any answer may take (ApplicationClient), so that never two readings are under way.
  static final long READING_NS = Duration.ofSeconds(10).toNanos();

  private final Supplier<CompletableFuture<Map<String, Integer>>> reading;
  private final LongSupplier clock;
  private final Duration maxWait;

  private volatile Snapshot snapshot;
  private volatile boolean answered = true;
  private volatile long nextRefreshNs;
  private CompletableFuture<?> pending = CompletableFuture.completedFuture(null);

  private record Snapshot(Map<String, Integer> onHand, long validUntilNs) {}

  /**
   * @param reading begins to ask the supplier
   * @param clock monotonic, in nanoseconds
   * @param maxWait how long a page waits at most
   */
  StockCache(
      Supplier<CompletableFuture<Map<String, Integer>>> reading,
      LongSupplier clock,
      Duration maxWait) {
    this.reading = reading;
    this.clock = clock;
    this.maxWait = maxWait;
    nextRefreshNs = clock.getAsLong();
    snapshot = new Snapshot(Map.of(), nextRefreshNs);
  }

  /** How many there are of an item; empty when that is not known now. */
  OptionalInt of(String itemId) {
    if (clock.getAsLong() - nextRefreshNs >= 0) {
      refresh();
    }
    if (isOutdated() && answered) {
      await();
    }
    Integer onHand = isOutdated() ? null : snapshot.onHand().get(itemId);
    return onHand == null ? OptionalInt.empty() : OptionalInt.of(onHand);
  }

  private boolean isOutdated() {
    return clock.getAsLong() - snapshot.validUntilNs() >= 0;
  }

  private synchronized void refresh() {
    long begunNs = clock.getAsLong();
    if (begunNs - nextRefreshNs < 0) {
      return;
    }
    nextRefreshNs = begunNs + READING_NS;
    pending = reading.get().handle((onHand, failure) -> store(onHand, failure, begunNs));
  }

  private Void store(Map<String, Integer> onHand, Throwable failure, long begunNs) {
    long now = clock.getAsLong();
    if (failure == null) {
      nextRefreshNs = now + Math.max(REFRESH_NS, PAUSE_FACTOR * (now - begunNs));
      snapshot = new Snapshot(onHand, nextRefreshNs + MAX_AGE_NS - REFRESH_NS);
    } else {
      nextRefreshNs = now + REFRESH_NS;
      LOG.log(Level.WARNING, "The stock of the supplier cannot be read: {0}", failure.toString());
    }
    answered = failure == null;
    return null;
  }

  // Whoever begins a reading holds the lock until it is noted here.
  private synchronized CompletableFuture<?> pending() {
    return pending;
  }

  private void await() {
    try {
      pending().get(maxWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // The page says that nothing is known; why, the reading itself logs when it ends.
      answered = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
