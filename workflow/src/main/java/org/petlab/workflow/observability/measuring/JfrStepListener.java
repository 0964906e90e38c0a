package org.petlab.workflow.observability.measuring;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.WallClock;
import org.petlab.workflow.observability.history.StepHistory;
import org.petlab.workflow.observability.logging.StepLog;

/**
 * Records a step from its begin until its transaction is over, and how that ended: for those who
 * measure when a recording asks for it, for those who look on in the history of orders.
 */
@ApplicationScoped
public class JfrStepListener {
  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  // Outside a container there is no history and no observation.
  @Inject private StepHistory history = new StepHistory();
  @Inject private StepLog observed = new StepLog();

  /** Call it first in the step, inside its transaction. */
  public void begin(Step step, Activation activation) {
    history.recordBegin(
        step, activation.orderId(), activation.documentId(), activation.deliveries());
    observed.begin(step, activation);
    StepEvent event = new StepEvent();
    if (event.isEnabled()) {
      event.step = step.id();
      event.orderId = activation.orderId();
      event.documentId = activation.documentId();
      event.deliveries = activation.deliveries();
      event.phase = TrialPhase.current().id();
      event.wallNanos = WallClock.nanos();
      event.waitNanos = activation.sentNanos() == 0 ? 0 : event.wallNanos - activation.sentNanos();
      event.begin();
      transaction.registerInterposedSynchronization(new EndOfStep(event, System.nanoTime()));
    }
  }

  private static final class EndOfStep implements Synchronization {
    private final StepEvent event;
    private final long beginNanos;
    private long workedNanos;

    EndOfStep(StepEvent event, long beginNanos) {
      this.event = event;
      this.beginNanos = beginNanos;
    }

    @Override
    public void beforeCompletion() {
      workedNanos = System.nanoTime();
    }

    @Override
    public void afterCompletion(int status) {
      long endNanos = System.nanoTime();
      // A transaction that rolls back has no beforeCompletion: all its time was work.
      long workEndNanos = workedNanos == 0 ? endNanos : workedNanos;
      event.workNanos = workEndNanos - beginNanos;
      event.commitNanos = endNanos - workEndNanos;
      event.outcome = status == Status.STATUS_COMMITTED ? "committed" : "rolled-back";
      event.commit();
    }
  }
}
