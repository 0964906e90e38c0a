package org.petlab.workflow.observability.measuring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.petlab.workflow.kernel.WallClock;

@TestMethodOrder(OrderAnnotation.class)
class MeasuringPointsTest {
  @AfterEach
  void leaveThePhase() {
    TrialPhase.enter(TrialPhase.IDLE);
  }

  @Test
  void aPointIsRecordedWithItsOrderAndPhase() throws IOException {
    TrialPhase.enter(TrialPhase.MEASURE);
    try (RecordedMarks marks = RecordedMarks.begin()) {
      long before = WallClock.nanos();
      MeasuringPoints.orderReceived().as("4711");
      long after = WallClock.nanos();

      assertThat(marks.events()).hasSize(1);
      RecordedEvent point = marks.events().getFirst();
      assertThat(point.getString("point")).isEqualTo("order-received");
      assertThat(point.getString("orderId")).isEqualTo("4711");
      assertThat(point.getString("phase")).isEqualTo("measure");
      assertThat(point.getLong("wallNanos")).isBetween(before, after);
    }
  }

  @Test
  void anOrderWasReceivedBeforeItHadANumber() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      MeasuringPoints.OrderReceived received = MeasuringPoints.orderReceived();
      long numbered = WallClock.nanos();
      received.as("4711");

      assertThat(marks.events().getFirst().getLong("wallNanos")).isLessThanOrEqualTo(numbered);
    }
  }

  @Test
  void eachPointHasItsName() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      MeasuringPoints.supplierOrderArrived("4711");
      MeasuringPoints.completionMailed("4711");

      assertThat(marks.events())
          .extracting(point -> point.getString("point"))
          .containsExactlyInAnyOrder("supplier-order-arrived", "completion-mailed");
    }
  }

  // First, as in a server: it is passed before anybody asks for it.
  @Test
  @Order(1)
  void aPointIsRecordedAsSoonAsItIsAskedForAndNotBefore() throws IOException {
    try (RecordedMarks marks = RecordedMarks.withoutThem()) {
      MeasuringPoints.completionMailed("too early");
      marks.askForThem();
      MeasuringPoints.completionMailed("4711");

      assertThat(marks.events())
          .extracting(point -> point.getString("orderId"))
          .containsExactly("4711");
    }
  }
}
