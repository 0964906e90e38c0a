package org.petlab.workflow.observability.measuring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The CPU time of a thread at the begin of something that it does.
 *
 * @param nanos since the thread was born; {@link #UNKNOWN} where the JVM does not tell
 */
record ThreadCpuTime(Thread thread, long nanos) {
  static final long UNKNOWN = -1;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  static ThreadCpuTime now() {
    // Of a virtual thread nobody knows it, and to ask costs an exception.
    Thread thread = Thread.currentThread();
    boolean isKnown = THREADS.isCurrentThreadCpuTimeSupported() && !thread.isVirtual();
    return new ThreadCpuTime(thread, isKnown ? THREADS.getCurrentThreadCpuTime() : UNKNOWN);
  }

  /**
   * CPU nanoseconds from then until now; {@link #UNKNOWN} when another thread asks, as one that
   * rolls back a transaction which has timed out.
   */
  long elapsed() {
    ThreadCpuTime end = now();
    boolean isKnown = thread == end.thread && nanos != UNKNOWN && end.nanos != UNKNOWN;
    return isKnown ? end.nanos - nanos : UNKNOWN;
  }
}
