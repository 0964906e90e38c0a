package org.petlab.storefront.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTimelineTest {
  static final String APPROVED =
      """
      {"order_id": "10001", "state": "APPROVED", "awaiting_approval": false, "refusal": null,
       "steps": [
         {"application": "opc", "step": "receiving", "began_ns": 1795255200000000000,
          "ended_ns": 1795255200012345678, "deliveries": 2, "outcome": "committed",
          "transition": "order-approval", "delegate": "jms-transacted"},
         {"application": "opc", "step": "mailing", "began_ns": 1795255201000000000,
          "ended_ns": 1795255201001000000, "deliveries": 1, "outcome": "committed",
          "transition": null, "delegate": null}]}
      """;

  @Test
  void theAnswerIsRead() {
    OrderTimeline timeline = OrderTimeline.read(APPROVED);
    assertThat(timeline.state()).isEqualTo(OrderStatus.APPROVED);
    assertThat(timeline.awaitingApproval()).isFalse();
    assertThat(timeline.refusal()).isEmpty();
    assertThat(timeline.isFinished()).isFalse();
    assertThat(timeline.steps()).hasSize(2);
    TimelineStep receiving = timeline.steps().getFirst();
    assertThat(receiving.isCommitted("receiving")).isTrue();
    assertThat(receiving.took()).isEqualTo("12.3 ms");
    assertThat(receiving.deliveries()).isEqualTo(2);
    assertThat(receiving.delegate()).isEqualTo("jms-transacted");
    assertThat(receiving.began().iso()).isEqualTo("2026-11-21T10:00:00Z");
    assertThat(timeline.steps().getLast().delegate()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{}", "<html/>", "{\"state\": 1}", "{\"state\": \"PENDING\"}"})
  void anythingElseIsRefused(String answer) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OrderTimeline.read(answer))
        .withMessageStartingWith("Expected an order's timeline, got: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMPLETED", "DENIED"})
  void anOrderIsFinishedWhenNothingMoreIsToCome(String state) {
    assertThat(OrderTimeline.of(OrderStatus.named(state)).isFinished()).isTrue();
  }
}
