package org.petlab.workflow.observability.measuring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

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
  private static final Duration CALL = Duration.ofMillis(100);
  private static final long NANOS_PER_MS = 1_000_000L;
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
      // A flight recording's clock may differ by a thousandth from the one that was waited by.
      assertThat(call.getDuration()).isGreaterThanOrEqualTo(CALL.multipliedBy(99).dividedBy(100));
      assertThat(call.getLong("cpuNanos")).isBetween(0L, CALL.toNanos() - 1);
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

  @Test
  void aCallThatComputesHasItsCpuTime() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      send(() -> ThreadCpuTimeTest.work(20 * NANOS_PER_MS));

      assertThat(marks.events().getFirst().getLong("cpuNanos"))
          .isBetween(20 * NANOS_PER_MS, 10_000 * NANOS_PER_MS);
    }
  }

  @Test
  void aRequestIsRecordedWithItsOrderAndCpuTime() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      listener.requestBegins("supplier-order");
      listener.requestIsOf("4711");
      ThreadCpuTimeTest.work(20 * NANOS_PER_MS);
      listener.requestEnds(true);

      assertThat(marks.events()).hasSize(1);
      RecordedEvent request = marks.events().getFirst();
      assertThat(request.getString("entrance")).isEqualTo("supplier-order");
      assertThat(request.getString("orderId")).isEqualTo("4711");
      assertThat(request.getString("phase")).isEqualTo("idle");
      assertThat(request.getString("outcome")).isEqualTo("answered");
      assertThat(request.getLong("cpuNanos")).isBetween(20 * NANOS_PER_MS, 10_000 * NANOS_PER_MS);
    }
  }

  @Test
  void theCpuTimeOfAStepIsNotCountedAsThatOfItsRequestToo() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      listener.requestBegins("checkout");
      ThreadCpuTimeTest.work(200 * NANOS_PER_MS);
      MeasuredRequest.containsStep(190 * NANOS_PER_MS);
      MeasuredRequest.containsStep(ThreadCpuTime.UNKNOWN);
      listener.requestEnds(true);
      MeasuredRequest.containsStep(190 * NANOS_PER_MS); // of a message: no request is going on

      assertThat(marks.events().getFirst().getLong("cpuNanos"))
          .isBetween(10 * NANOS_PER_MS, 199 * NANOS_PER_MS);
    }
  }

  @Test
  void aRequestThatFailsSaysSoAndTheNextOneKnowsNothingOfIt() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      listener.requestBegins("invoice");
      listener.requestIsOf("4711");
      listener.requestEnds(false);
      listener.requestIsOf("4712");
      listener.requestBegins("invoice");
      listener.requestEnds(true);

      assertThat(marks.events())
          .extracting(
              request -> request.getString("outcome"), request -> request.getString("orderId"))
          .containsExactly(tuple("failed", "4711"), tuple("answered", null));
    }
  }

  @Test
  void aRequestThatBeganBeforeTheRecordingIsNotRecorded() throws IOException {
    try (RecordedMarks marks = RecordedMarks.withoutThem()) {
      listener.requestBegins("invoice");
      marks.askForThem();
      listener.requestIsOf("4711");
      listener.requestEnds(true);

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
