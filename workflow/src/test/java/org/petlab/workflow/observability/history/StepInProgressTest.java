package org.petlab.workflow.observability.history;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.WallClock;

class StepInProgressTest {
  private final List<StepRecord> taken = new ArrayList<>();
  private final StepInProgress approving =
      new StepInProgress("approving", new Activation("4711", "4711-A", 2, 0), taken::add);

  @Test
  void aStepIsNotedWhenItsTransactionIsOverAndNotBefore() {
    approving.recordSend(Transition.SUPPLIER_ORDER, "soap");
    assertThat(taken).isEmpty();
    approving.beforeCompletion();
    approving.afterCompletion(Status.STATUS_COMMITTED);
    StepRecord step = taken.getFirst();
    assertThat(step.isCommitted()).isTrue();
    assertThat(step.deliveries()).isEqualTo(2);
    assertThat(step.transition()).isEqualTo("supplier-order");
    assertThat(step.delegate()).isEqualTo("soap");
    assertThat(step.endedNs()).isBetween(step.beganNs(), WallClock.nanos());
  }

  @Test
  void anAttemptThatRollsBackIsNotedToo() {
    approving.afterCompletion(Status.STATUS_ROLLEDBACK);
    assertThat(taken).singleElement().returns("rolled-back", StepRecord::outcome);
  }

  @Test
  void aDocumentThatBecomesADeadLetterIsNotTakenForOneThatWasWorkedOn() {
    approving.recordDeadLetter();
    approving.afterCompletion(Status.STATUS_COMMITTED);
    assertThat(taken.getFirst().outcome()).isEqualTo("dead-letter");
    assertThat(taken.getFirst().isCommitted()).isFalse();
  }

  @Test
  void theSendToAnotherApplicationIsTheOneThatIsTold() {
    approving.recordSend(Transition.NOTIFICATION, "jms-transacted");
    approving.recordSend(Transition.SUPPLIER_ORDER, "soap");
    approving.recordSend(Transition.NOTIFICATION, "jms-transacted");
    approving.afterCompletion(Status.STATUS_COMMITTED);
    assertThat(taken.getFirst().transition()).isEqualTo("supplier-order");
  }

  @Test
  void whatOneApplicationTellsAnotherUnderstands() {
    approving.afterCompletion(Status.STATUS_COMMITTED);
    StepRecord step = taken.getFirst();
    assertThat(StepRecord.of("4711", step.json(Application.OPC))).isEqualTo(step);
    assertThat(step.json(Application.OPC).getString("application")).isEqualTo("opc");
    assertThat(step.json(Application.OPC).isNull("delegate")).isTrue();
  }
}
