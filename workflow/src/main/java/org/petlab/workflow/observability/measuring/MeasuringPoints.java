package org.petlab.workflow.observability.measuring;

import org.petlab.workflow.kernel.WallClock;

/**
 * The measuring points 1, 2 and 5, where an application passes them; 3 and 4 are marked by {@link
 * JfrStepListener}. A mark is one line, never throws and never waits; while nothing is recorded it
 * is a single {@code if}.
 *
 * <p>Valid differences: response time is <em>completion mailed</em> minus <em>order received</em>;
 * call time is the duration of the call; latency is <em>supplier order arrived</em> minus the begin
 * of the call. All are of the wall clock of one machine. The call's duration is of JFR's own clock.
 */
public final class MeasuringPoints {
  private MeasuringPoints() {}

  /** Point 1: the storefront has received an order and has done nothing with it yet. */
  public static OrderReceived orderReceived() {
    return new OrderReceived(WallClock.nanos());
  }

  /** Point 5: the supplier has begun to work on a supplier order. */
  public static void supplierOrderArrived(String orderId) {
    mark("supplier-order-arrived", orderId, WallClock.nanos());
  }

  /** Point 2: the mail server has taken the mail that tells of the order's completion. */
  public static void completionMailed(String orderId) {
    mark("completion-mailed", orderId, WallClock.nanos());
  }

  /** An order that has been received but has no number yet. */
  public record OrderReceived(long wallNanos) {
    public void as(String orderId) {
      mark("order-received", orderId, wallNanos);
    }
  }

  private static void mark(String point, String orderId, long wallNanos) {
    PointEvent event = new PointEvent();
    if (event.isEnabled()) {
      event.point = point;
      event.orderId = orderId;
      event.phase = TrialPhase.current().id();
      event.wallNanos = wallNanos;
      event.commit();
    }
  }
}
