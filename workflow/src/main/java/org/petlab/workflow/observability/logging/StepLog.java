package org.petlab.workflow.observability.logging;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.Interceptor;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.StepListener;
import org.petlab.workflow.kernel.transactions.AfterCompletion;

/** Lets each line of the server's log say which order it is about, and logs who rolled back. */
@ApplicationScoped
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 2)
public class StepLog implements StepListener {
  private static final Logger LOG = System.getLogger(StepLog.class.getName());

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  private OrderLogContextHandler orders;

  @PostConstruct
  void begin() {
    orders = OrderLogContextHandler.begin();
  }

  @PreDestroy
  void end() {
    orders.end();
  }

  @Override
  public void stepBegins(Step step, Activation activation) {
    StepLogContext context = StepLogContext.begin(step, activation);
    transaction.registerInterposedSynchronization(
        (AfterCompletion) status -> end(context, status == Status.STATUS_COMMITTED));
  }

  private static void end(StepLogContext context, boolean committed) {
    if (committed) {
      context.end();
      return;
    }
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
