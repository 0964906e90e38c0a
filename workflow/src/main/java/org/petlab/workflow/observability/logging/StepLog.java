package org.petlab.workflow.observability.logging;

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
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.observability.metrics.StepMetrics;

/** Watches each step until its transaction is over: for the log, and for the metrics. */
@ApplicationScoped
public class StepLog {
  private static final Logger LOG = System.getLogger(StepLog.class.getName());

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  @Inject private StepMetrics metrics;

  // Null outside a container.
  private OrderLogContextHandler orders;

  @PostConstruct
  void begin() {
    orders = OrderLogContextHandler.begin();
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
    StepLogContext context = StepLogContext.begin(step, activation);
    transaction.registerInterposedSynchronization(new EndOfStep(context, System.nanoTime()));
  }

  private final class EndOfStep implements Synchronization {
    private final StepLogContext context;
    private final long beginNanos;

    EndOfStep(StepLogContext context, long beginNanos) {
      this.context = context;
      this.beginNanos = beginNanos;
    }

    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      boolean committed = status == Status.STATUS_COMMITTED;
      metrics.ended(context.step(), committed, System.nanoTime() - beginNanos);
      if (committed) {
        context.end();
      } else {
        rolledBack();
      }
    }

    private void rolledBack() {
      LOG.log(
          Level.INFO,
          "The step {0} of order {1} was rolled back at delivery {2}",
          context.step(),
          context.order(),
          context.deliveries());
      // A customer's request goes on after a failed checkout, and perhaps to another order.
      if (context.step() == Step.CHECKOUT) {
        context.end();
      } else {
        context.endAfterGracePeriod();
      }
    }
  }
}
