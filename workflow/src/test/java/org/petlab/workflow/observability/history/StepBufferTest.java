package org.petlab.workflow.observability.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepBufferTest {
  private final StepBuffer buffer = new StepBuffer(2);

  @Test
  void theOldestIsTakenFirstAndOnce() {
    buffer.add(step("1"));
    buffer.add(step("2"));
    assertThat(buffer.isEmpty()).isFalse();
    assertThat(buffer.take(1)).extracting(StepRecord::orderId).containsExactly("1");
    assertThat(buffer.take(9)).extracting(StepRecord::orderId).containsExactly("2");
    assertThat(buffer.isEmpty()).isTrue();
  }

  @Test
  void whatDoesNotFitIsDroppedAndCountedOnce() {
    buffer.add(step("1"));
    buffer.add(step("2"));
    buffer.add(step("3"));
    assertThat(buffer.takeDropped()).isEqualTo(1);
    assertThat(buffer.takeDropped()).isZero();
    assertThat(buffer.take(9)).hasSize(2);
  }

  private static StepRecord step(String orderId) {
    return new StepRecord(
        orderId, "mailing", 1, 2, 1, StepRecord.COMMITTED, orderId + "-M", null, null);
  }
}
