package org.petlab.workflow.observability.history;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import java.util.List;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.StepListener;
import org.petlab.workflow.kernel.Transition;

/**
 * The steps that this application has taken, kept for people. Recording costs a step no database
 * work; when the bed says {@code history=off}, nothing is recorded.
 */
@ApplicationScoped
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class StepHistory implements StepListener {
  private static final Object STEP = new Object();

  private boolean on;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  @Inject private HistoryWriter writer;
  @Inject private BedSettings bed;

  @PostConstruct
  void readSetting() {
    String setting = bed.text("history", "on");
    if (!setting.matches("on|off")) {
      throw new IllegalStateException("The bed's setting history is on or off, not " + setting);
    }
    on = "on".equals(setting);
  }

  @Override
  public void stepBegins(Step step, Activation activation) {
    if (on) {
      StepInProgress begun = new StepInProgress(step.id(), activation, writer::add);
      transaction.putResource(STEP, begun);
      transaction.registerInterposedSynchronization(begun);
    }
  }

  @Override
  public void aroundSend(Transition transition, String delegate, Document document, Runnable send) {
    if (on && transaction.getTransactionStatus() == Status.STATUS_ACTIVE) {
      step(document).recordSend(transition, delegate);
    }
    send.run();
  }

  @Override
  public void documentIsDeadLetter() {
    if (on && transaction.getResource(STEP) instanceof StepInProgress begun) {
      begun.recordDeadLetter();
    }
  }

  private StepInProgress step(Document document) {
    if (transaction.getResource(STEP) instanceof StepInProgress begun) {
      return begun;
    }
    StepInProgress byHand =
        new StepInProgress(
            StepRecord.BY_HAND,
            new Activation(document.orderId(), document.id(), 0, 0),
            writer::add);
    transaction.registerInterposedSynchronization(byHand);
    return byHand;
  }

  /** What is written of an order: all but the last half second. */
  public List<StepRecord> of(String orderId) {
    try {
      return writer.read(orderId);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "Could not read the history of order " + orderId + ": " + e.getMessage(), e);
    }
  }

  /** Deletes everything. Not to be called within a transaction. */
  public void clear() {
    try {
      writer.clear();
    } catch (SQLException e) {
      throw new IllegalStateException("Could not empty the history: " + e.getMessage(), e);
    }
  }
}
