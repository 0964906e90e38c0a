package org.petlab.workflow.observability.measuring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.DocumentType;
import org.petlab.workflow.kernel.Transition;

class JfrStepListenerTest {
  private static final Duration CALL = Duration.ofMillis(30);
  private static final Document DOCUMENT =
      new Document(DocumentType.SUPPLIER_ORDER, "4711-S", "4711", "<x/>");

  private final JfrStepListener listener = new JfrStepListener();
  private final List<String> sent = new ArrayList<>();

  @Test
  void aCallIsRecordedFromBeginToReturn() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      send(JfrStepListenerTest::takeTime);

      assertThat(marks.events()).hasSize(1);
      RecordedEvent call = marks.events().getFirst();
      assertThat(call.getString("transition")).isEqualTo("supplier-order");
      assertThat(call.getString("delegate")).isEqualTo("soap");
      assertThat(call.getString("orderId")).isEqualTo("4711");
      assertThat(call.getString("documentId")).isEqualTo("4711-S");
      assertThat(call.getString("outcome")).isEqualTo("returned");
      assertThat(call.getDuration()).isGreaterThanOrEqualTo(CALL);
    }
  }

  @Test
  void aCallThatFailsIsRecordedAndStillFails() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      assertThatThrownBy(() -> send(JfrStepListenerTest::fail)).hasMessage("broker down");

      assertThat(marks.events()).hasSize(1);
      assertThat(marks.events().getFirst().getString("outcome")).isEqualTo("failed");
    }
  }

  @Test
  void whileNothingIsRecordedADocumentIsSentOnce() throws IOException {
    try (RecordedMarks marks = RecordedMarks.withoutThem()) {
      send(() -> sent.add("4711-S"));
      assertThatThrownBy(() -> send(JfrStepListenerTest::fail)).hasMessage("broker down");

      assertThat(sent).containsExactly("4711-S");
      assertThat(marks.events()).isEmpty();
    }
  }

  private void send(Runnable call) {
    listener.aroundSend(Transition.SUPPLIER_ORDER, "soap", DOCUMENT, call);
  }

  private static void takeTime() {
    long end = System.nanoTime() + CALL.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private static void fail() {
    throw new IllegalStateException("broker down");
  }
}
