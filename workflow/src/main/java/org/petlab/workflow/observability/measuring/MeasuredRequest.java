package org.petlab.workflow.observability.measuring;

import org.petlab.workflow.kernel.WallClock;

/** The request that a thread answers, while it is recorded. */
final class MeasuredRequest {
  private static final ThreadLocal<MeasuredRequest> CURRENT = new ThreadLocal<>();

  private final RequestEvent event;
  private final ThreadCpuTime begin = ThreadCpuTime.now();
  private long stepsCpuNanos;

  private MeasuredRequest(RequestEvent event) {
    this.event = event;
  }

  static void begin(String entrance) {
    RequestEvent event = new RequestEvent();
    if (event.isEnabled()) {
      event.entrance = entrance;
      event.phase = TrialPhase.current().id();
      event.wallNanos = WallClock.nanos();
      event.begin();
      CURRENT.set(new MeasuredRequest(event));
    }
  }

  /** The thread's request is about that order; nothing where none is recorded. */
  static void isOf(String orderId) {
    MeasuredRequest request = CURRENT.get();
    if (request != null) {
      request.event.orderId = orderId;
    }
  }

  /** A step took so much of the thread's CPU time: it is the step's, and not counted twice. */
  static void containsStep(long cpuNanos) {
    MeasuredRequest request = CURRENT.get();
    if (request != null) {
      request.stepsCpuNanos += Math.max(0, cpuNanos);
    }
  }

  static void end(boolean isAnswered) {
    MeasuredRequest request = CURRENT.get();
    if (request != null) {
      CURRENT.remove();
      request.record(isAnswered);
    }
  }

  private void record(boolean isAnswered) {
    event.end();
    long cpuNanos = begin.elapsed();
    event.cpuNanos = cpuNanos == ThreadCpuTime.UNKNOWN ? cpuNanos : cpuNanos - stepsCpuNanos;
    event.outcome = isAnswered ? "answered" : "failed";
    event.commit();
  }
}
