package org.petlab.http;

import java.util.Queue;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.threadpool.GrizzlyExecutorService;

/** What waits for a thread of a listener. */
final class QueuedRequests {
  /** More than a closed load of any experiment keeps waiting. */
  static final int MAX = 1_000;

  private QueuedRequests() {}

  /**
   * Whether so many wait that a further one had better be told at once. To refuse one takes a
   * thread microseconds, so that the queue is soon short again.
   */
  static boolean areTooMany(Connection<?> connection) {
    return connection.getTransport().getWorkerThreadPool() instanceof GrizzlyExecutorService pool
        && size(pool.getConfiguration().getQueue()) > MAX;
  }

  private static int size(Queue<Runnable> queue) {
    return queue == null ? 0 : queue.size();
  }
}
