package org.petlab.workflow.observability.history;

import jakarta.transaction.Status;
import java.util.function.Consumer;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.WallClock;
import org.petlab.workflow.kernel.transactions.AfterCompletion;

/** A step whose transaction is not over. It belongs to the thread of that transaction. */
final class StepInProgress implements AfterCompletion {
  private final String step;
  private final Activation activation;
  private final long beganNs = WallClock.nanos();
  private final Consumer<StepRecord> whenOver;
  private Transition transition;
  private String delegate;
  private boolean deadLetter;

  /**
   * @param whenOver called once, when the transaction is over
   */
  StepInProgress(String step, Activation activation, Consumer<StepRecord> whenOver) {
    this.step = step;
    this.activation = activation;
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
  public void afterCompletion(int status) {
    whenOver.accept(
        new StepRecord(
            activation.orderId(),
            step,
            beganNs,
            WallClock.nanos(),
            activation.deliveries(),
            outcome(status == Status.STATUS_COMMITTED),
            activation.documentId(),
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
