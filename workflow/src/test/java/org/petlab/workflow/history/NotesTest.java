package org.petlab.workflow.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NotesTest {
  private final Notes notes = new Notes(2);

  @Test
  void theOldestIsTakenFirstAndOnce() {
    notes.add(step("1"));
    notes.add(step("2"));
    assertThat(notes.take(1)).extracting(StepTaken::orderId).containsExactly("1");
    assertThat(notes.take(9)).extracting(StepTaken::orderId).containsExactly("2");
    assertThat(notes.isEmpty()).isTrue();
  }

  @Test
  void whatDoesNotFitIsDroppedAndCountedOnce() {
    notes.add(step("1"));
    notes.add(step("2"));
    notes.add(step("3"));
    assertThat(notes.droppedSince()).isEqualTo(1);
    assertThat(notes.droppedSince()).isZero();
    assertThat(notes.take(9)).hasSize(2);
  }

  private static StepTaken step(String orderId) {
    return new StepTaken(
        orderId, "mailing", 1, 2, 1, StepTaken.COMMITTED, orderId + "-M", null, null);
  }
}
