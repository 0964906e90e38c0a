package org.petlab.load;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Hands the arrivals to sessions that have nothing to do, in the order of their due times.
 *
 * <p>Hyperfoil's own open phases are not used: their Poisson arrivals cannot be seeded, and a user
 * who had to wait for a session is started later without the time at which it was due. Here each
 * session of a closed phase takes the next arrival, waits until it is due, and plays it. Who takes
 * one whose time has passed is late because all sessions were busy: the session limit was reached.
 *
 * <p>All sessions run on one thread; the lock is for the one that ends the load.
 */
final class Arrivals {
  /** Between the first session's begin and the begin of the load: all sessions are there then. */
  private static final long LEAD_NS = 300_000_000L;

  private final List<PlannedSession> sessions;
  private final LongConsumer whenBegun;
  private int taken;
  private int blocked;
  private boolean begun;
  private long beginNanoTime;

  Arrivals(List<PlannedSession> sessions, LongConsumer whenBegun) {
    this.sessions = sessions;
    this.whenBegun = whenBegun;
  }

  /** The begin of the load, from which due times count; the first call makes it. */
  synchronized long beginNanoTime() {
    if (!begun) {
      beginNanoTime = System.nanoTime() + LEAD_NS;
      begun = true;
      whenBegun.accept(beginNanoTime);
    }
    return beginNanoTime;
  }

  /** The next arrival; empty when all have been taken. */
  synchronized Optional<PlannedSession> take() {
    if (taken == sessions.size()) {
      return Optional.empty();
    }
    PlannedSession next = sessions.get(taken++);
    if (dueNanoTime(next) < System.nanoTime()) {
      blocked++;
    }
    return Optional.of(next);
  }

  long dueNanoTime(PlannedSession session) {
    return beginNanoTime() + session.dueNs();
  }

  /** How many were due until this instant. */
  synchronized int due(long nanoTime) {
    return begun ? (int) sessions.stream().filter(s -> dueNanoTime(s) <= nanoTime).count() : 0;
  }

  /** How many had to wait for a session until this instant; those that still do among them. */
  synchronized int blocked(long nanoTime) {
    return blocked + waiting(nanoTime);
  }

  /** How many of those who were due until this instant still wait for a session. */
  synchronized int waiting(long nanoTime) {
    return Math.max(0, due(nanoTime) - taken);
  }
}
