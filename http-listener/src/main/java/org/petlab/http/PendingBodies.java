package org.petlab.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.HttpRequestPacket;

/**
 * All requests of a server whose bodies are on their way. Each has a deadline, the same for a byte
 * and for the most that is taken, which makes a least rate; and an address may have only so many
 * slow ones. Whoever sends at once is never counted, whatever others from the same address do. What
 * is here of all of them together has a bound, for a client may have many addresses.
 */
final class PendingBodies {
  private static final Logger LOG = System.getLogger(PendingBodies.class.getName());

  static final Duration DEADLINE = Duration.ofSeconds(10);

  /** A body that takes longer is slow. */
  static final Duration SLOW = Duration.ofSeconds(2);

  static final int MAX_SLOW_PER_ADDRESS = 50;

  /** Of all bodies together: as much as 128 of the largest. */
  static final long MAX_BYTES = 128L << 20;

  private static final Duration LOOKED_AFTER_EVERY = Duration.ofMillis(500);

  private final Map<Connection<?>, PendingBody> bodies = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private final LongSupplier clockNs;
  private final long maxBytes;

  PendingBodies(LongSupplier clockNs, long maxBytes) {
    this.clockNs = clockNs;
    this.maxBytes = maxBytes;
  }

  /** Those of all listeners of this JVM. */
  static PendingBodies ofThisServer() {
    return OfThisServer.BODIES;
  }

  /** Records that a body has begun. */
  void begin(Connection<?> connection, HttpRequestPacket request) {
    PendingBody body = new PendingBody(connection, request, clockNs.getAsLong());
    forget(bodies.put(connection, body));
  }

  /**
   * Records how much of a body is here.
   *
   * @return false when that is too much, together with all others
   */
  boolean hold(Connection<?> connection, long bytesOfBody) {
    bodies.computeIfPresent(
        connection,
        (each, body) -> {
          bytes.addAndGet(bytesOfBody - body.bytes());
          body.recordBytes(bytesOfBody);
          return body;
        });
    return bytes.get() <= maxBytes;
  }

  /**
   * Whether the rest of a body may come.
   *
   * @return false when it has been too slow, and has been answered
   */
  boolean isAwaited(Connection<?> connection) {
    return bodies.containsKey(connection);
  }

  /**
   * Records that a body is whole.
   *
   * @return false when it has been too slow, and has been answered
   */
  boolean end(Connection<?> connection) {
    PendingBody body = bodies.remove(connection);
    forget(body);
    return body != null;
  }

  int size() {
    return bodies.size();
  }

  /** How many bytes of them are here. */
  long bytes() {
    return bytes.get();
  }

  /** Refuses them, whatever goes wrong: who calls it again and again would not after an error. */
  void lookAfter() {
    try {
      rejectSlowBodies();
    } catch (RuntimeException | Error e) {
      LOG.log(
          Level.WARNING,
          "Slow requests could not be refused and are tried again: {0}",
          e.toString());
    }
  }

  /** Refuses what is too slow, and the latest of those of which an address has too many. */
  void rejectSlowBodies() {
    long nowNs = clockNs.getAsLong();
    Map<String, Integer> slow = new HashMap<>();
    for (PendingBody body : oldestFirst()) {
      long ageNs = nowNs - body.begunNs();
      if (!body.connection().isOpen()) {
        remove(body);
      } else if (ageNs > DEADLINE.toNanos()) {
        refuse(body, RejectedRequest.TOO_SLOW);
      } else if (ageNs > SLOW.toNanos()
          && slow.merge(body.sender(), 1, Integer::sum) > MAX_SLOW_PER_ADDRESS) {
        refuse(body, RejectedRequest.TOO_MANY_SLOW);
      }
    }
  }

  private List<PendingBody> oldestFirst() {
    return bodies.values().stream()
        .sorted((one, other) -> Long.compare(one.begunNs() - other.begunNs(), 0))
        .toList();
  }

  private void refuse(PendingBody body, RejectedRequest refusal) {
    if (remove(body)) {
      body.refuse(refusal);
    }
  }

  private boolean remove(PendingBody body) {
    boolean isRemoved = bodies.remove(body.connection(), body);
    if (isRemoved) {
      forget(body);
    }
    return isRemoved;
  }

  /** Nobody else finds it any more. */
  private void forget(PendingBody removed) {
    if (removed != null) {
      bytes.addAndGet(-removed.bytes());
    }
  }

  private static final class OfThisServer {
    static final PendingBodies BODIES = lookedAfter();

    private static PendingBodies lookedAfter() {
      PendingBodies bodies = new PendingBodies(System::nanoTime, MAX_BYTES);
      ScheduledExecutorService timer =
          Executors.newSingleThreadScheduledExecutor(
              Thread.ofPlatform().daemon().name("pending-bodies").factory());
      long everyMs = LOOKED_AFTER_EVERY.toMillis();
      timer.scheduleWithFixedDelay(bodies::lookAfter, everyMs, everyMs, TimeUnit.MILLISECONDS);
      return bodies;
    }
  }
}
