package org.petlab.workflow.observability;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.petlab.workflow.Activation;
import org.petlab.workflow.Step;

/** Watches each step until its transaction is over: for the log, and for the metrics. */
@ApplicationScoped
public class WatchedSteps {
  private static final Logger LOG = System.getLogger(WatchedSteps.class.getName());

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  @Inject private StepMetrics metrics;

  // Null outside a container.
  private OrderInLog orders;

  @PostConstruct
  void begin() {
    orders = OrderInLog.begin();
  }

  @PreDestroy
  void end() {
    orders.end();
  }

  /** Call it first in the step, inside its transaction. Outside a container nothing is watched. */
  public void begin(Step step, Activation activation) {
    if (orders == null) {
      return;
    }
    Work work = Work.begin(step, activation);
    transaction.registerInterposedSynchronization(new EndOfStep(work, System.nanoTime()));
  }

  private final class EndOfStep implements Synchronization {
    private final Work work;
    private final long beginNanos;

    EndOfStep(Work work, long beginNanos) {
      this.work = work;
      this.beginNanos = beginNanos;
    }

    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      boolean committed = status == Status.STATUS_COMMITTED;
      metrics.ended(work.step(), committed, System.nanoTime() - beginNanos);
      if (committed) {
        work.end();
      } else {
        rolledBack();
      }
    }

    private void rolledBack() {
      LOG.log(
          Level.INFO,
          "The step {0} of order {1} was rolled back at delivery {2}",
          work.step(),
          work.order(),
          work.deliveries());
      // A customer's request goes on after a failed checkout, and perhaps to another order.
      if (work.step() == Step.CHECKOUT) {
        work.end();
      } else {
        work.endAfterLastWords();
      }
    }
  }
}
