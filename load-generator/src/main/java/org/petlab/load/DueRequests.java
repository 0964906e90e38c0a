package org.petlab.load;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The requests that have not ended, with when each was or will be due: whoever ends the load waits
 * for those that were due before, or the slowest would be missing from what it measured.
 */
final class DueRequests {
  private final Map<Visit, Long> dueNanoTimes = new IdentityHashMap<>();

  /** A visit's next request is due at this instant of {@link System#nanoTime()}. */
  synchronized void planned(Visit visit, long dueNanoTime) {
    dueNanoTimes.put(visit, dueNanoTime);
  }

  /** A visit's request has ended, with an answer or without. */
  synchronized void ended(Visit visit) {
    dueNanoTimes.remove(visit);
  }

  /** How many that have not ended were due until this instant. */
  synchronized int until(long nanoTime) {
    return (int) dueNanoTimes.values().stream().filter(due -> due - nanoTime <= 0).count();
  }
}
