package org.petlab.transactions.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Holds a thread for a time that is known. */
final class Parking {
  private Parking() {}

  /**
   * A parked thread may go on for no reason; this one waits as long as it was told to, and an
   * interrupt does not shorten it.
   *
   * @return how long it really was, in nanoseconds: never less
   */
  static long park(Duration delay) {
    long begin = System.nanoTime();
    boolean interrupted = false;
    for (long left = delay.toNanos();
        left > 0;
        left = delay.toNanos() - (System.nanoTime() - begin)) {
      LockSupport.parkNanos(left);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return System.nanoTime() - begin;
  }
}
