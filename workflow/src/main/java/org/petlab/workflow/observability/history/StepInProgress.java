package org.petlab.workflow.observability.history;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.function.Consumer;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.WallClock;

/** A step whose transaction is not over. It belongs to the thread of that transaction. */
final class StepInProgress implements Synchronization {
  private final String step;
  private final String orderId;
  private final String documentId;
  private final int deliveries;
  private final long beganNs = WallClock.nanos();
  private final Consumer<StepRecord> whenOver;
  private Transition transition;
  private String delegate;
  private boolean deadLetter;

  /**
   * @param whenOver called once, when the transaction is over
   */
  StepInProgress(
      String step,
      String orderId,
      String documentId,
      int deliveries,
      Consumer<StepRecord> whenOver) {
    this.step = step;
    this.orderId = orderId;
    this.documentId = documentId;
    this.deliveries = deliveries;
    this.whenOver = whenOver;
  }

  /** A step can send several documents; the one that leaves the application tells the most. */
  void recordSend(Transition along, String by) {
    if (transition == null || !transition.isSwitchable()) {
      transition = along;
      delegate = by;
    }
  }

  void recordDeadLetter() {
    deadLetter = true;
  }

  @Override
  public void beforeCompletion() {}

  @Override
  public void afterCompletion(int status) {
    whenOver.accept(
        new StepRecord(
            orderId,
            step,
            beganNs,
            WallClock.nanos(),
            deliveries,
            outcome(status == Status.STATUS_COMMITTED),
            documentId,
            transition == null ? null : transition.id(),
            delegate));
  }

  private String outcome(boolean committed) {
    if (!committed) {
      return StepRecord.ROLLED_BACK;
    }
    return deadLetter ? StepRecord.DEAD_LETTER : StepRecord.COMMITTED;
  }
}
