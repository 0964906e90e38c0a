package org.petlab.workflow.observability.measuring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.DocumentType;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.WallClock;

class MeasuringPointsTest {
  private static final Document DOCUMENT =
      new Document(DocumentType.SUPPLIER_ORDER, "4711-S", "4711", "<x/>");

  @TempDir Path folder;

  @AfterEach
  void leaveThePhase() {
    TrialPhase.enter(TrialPhase.IDLE);
  }

  @Test
  void aPointIsRecordedWithItsOrderAndPhase() throws IOException {
    TrialPhase.enter(TrialPhase.MEASURE);
    long before = WallClock.nanos();
    List<RecordedEvent> events = recorded(() -> MeasuringPoints.orderReceived().as("4711"));
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().getString("point")).isEqualTo("order-received");
    assertThat(events.getFirst().getString("orderId")).isEqualTo("4711");
    assertThat(events.getFirst().getString("phase")).isEqualTo("measure");
    assertThat(events.getFirst().getLong("wallNanos")).isBetween(before, WallClock.nanos());
  }

  @Test
  void aCallIsRecordedFromBeginToReturn() throws IOException {
    List<RecordedEvent> events = recorded(() -> call(() -> {}));
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().getString("transition")).isEqualTo("supplier-order");
    assertThat(events.getFirst().getString("delegate")).isEqualTo("soap");
    assertThat(events.getFirst().getString("outcome")).isEqualTo("returned");
    assertThat(events.getFirst().getDuration()).isPositive();
  }

  @Test
  void aCallThatFailsIsRecordedAndStillFails() throws IOException {
    List<RecordedEvent> events =
        recorded(
            () ->
                assertThatThrownBy(
                        () ->
                            call(
                                () -> {
                                  throw new IllegalStateException("broker down");
                                }))
                    .hasMessage("broker down"));
    assertThat(events.getFirst().getString("outcome")).isEqualTo("failed");
  }

  @Test
  void nothingIsRecordedWhileMeasuringIsOff() throws IOException {
    MeasuringPoints.completionMailed("4711");
    assertThat(recorded(() -> {})).isEmpty();
  }

  private static void call(Runnable send) {
    MeasuringPoints.call(Transition.SUPPLIER_ORDER, "soap", DOCUMENT, send);
  }

  private List<RecordedEvent> recorded(Runnable marks) throws IOException {
    Path file = folder.resolve("marks.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("petlab.Point");
      recording.enable("petlab.Call");
      recording.start();
      marks.run();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("petlab."))
        .toList();
  }
}
