package org.petlab.workflow.observability.measuring;

import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.Interceptor;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.StepListener;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.WallClock;

/**
 * Records for the lab, when a recording asks for it, how long a step works and commits, how long a
 * call takes that sends a document, and a request; and the CPU time that the thread spent. While
 * nothing is recorded each is a single {@code if}. All others who look on stand around it, so that
 * what they do is not measured.
 */
@ApplicationScoped
@Priority(Interceptor.Priority.LIBRARY_AFTER)
public class JfrStepListener implements StepListener {
  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  @Override
  public void stepBegins(Step step, Activation activation) {
    StepEvent event = new StepEvent();
    if (event.isEnabled()) {
      event.step = step.id();
      event.orderId = activation.orderId();
      event.documentId = activation.documentId();
      event.deliveries = activation.deliveries();
      event.phase = TrialPhase.current().id();
      event.wallNanos = WallClock.nanos();
      event.waitNanos = activation.sentNanos() == 0 ? 0 : event.wallNanos - activation.sentNanos();
      MeasuredRequest.isOf(activation.orderId());
      event.begin();
      transaction.registerInterposedSynchronization(new EndOfStep(event, System.nanoTime()));
    }
  }

  /** Points 3 and 4: makes the call and records how long it took. */
  @Override
  public void aroundSend(Transition transition, String delegate, Document document, Runnable send) {
    CallEvent event = new CallEvent();
    if (!event.isEnabled()) {
      send.run();
      return;
    }
    event.transition = transition.id();
    event.delegate = delegate;
    event.orderId = document.orderId();
    event.documentId = document.id();
    event.phase = TrialPhase.current().id();
    event.outcome = "failed";
    ThreadCpuTime begin = ThreadCpuTime.now();
    event.wallNanos = WallClock.nanos();
    event.begin();
    // Nothing may stand between begin and end but the call: it would count as transport time.
    try {
      send.run();
      event.outcome = "returned";
    } finally {
      event.end();
      event.cpuNanos = begin.elapsed();
      event.commit();
    }
  }

  @Override
  public void requestBegins(String entrance) {
    MeasuredRequest.begin(entrance);
  }

  @Override
  public void requestIsOf(String orderId) {
    MeasuredRequest.isOf(orderId);
  }

  @Override
  public void requestEnds(boolean isAnswered) {
    MeasuredRequest.end(isAnswered);
  }

  private static final class EndOfStep implements Synchronization {
    private final StepEvent event;
    private final long beginNanos;
    private final ThreadCpuTime begin = ThreadCpuTime.now();
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
      event.cpuNanos = begin.elapsed();
      MeasuredRequest.containsStep(event.cpuNanos);
      event.commit();
    }
  }
}
