package org.petlab.storefront.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StagesTest {
  private static final Moment PLACED = new Moment(1_000_000_000);

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          UNKNOWN,      done
          ON_ITS_WAY,   done now later later later
          PENDING,      done done now later later
          DENIED,       done done refused
          APPROVED,     done done done now later
          SHIPPED_PART, done done done now now
          COMPLETED,    done done done done done
          """)
  void eachStateHasItsStages(String state, String progress) {
    assertThat(Stages.of(OrderTimeline.of(OrderStatus.named(state)), PLACED))
        .extracting(Stage::progress)
        .containsExactly(progress.split(" "));
  }

  @Test
  void stagesHaveTheTimesOfTheSteps() {
    OrderTimeline timeline =
        new OrderTimeline(
            OrderStatus.APPROVED,
            false,
            "",
            List.of(
                step("receiving", 2, "committed"),
                step("approving", 3, "rolled-back"),
                step("approving", 4, "committed")));
    assertThat(Stages.of(timeline, PLACED))
        .extracting(Stage::at)
        .containsExactly(PLACED, new Moment(2), new Moment(4), null, null);
  }

  @Test
  void anOrderThatWaitsForAPersonSaysSo() {
    OrderTimeline timeline = new OrderTimeline(OrderStatus.PENDING, true, "", List.of());
    assertThat(Stages.of(timeline, PLACED).get(2).sentence()).contains("a person's approval");
  }

  @Test
  void aRefusedOrderSaysWhy() {
    OrderTimeline timeline =
        new OrderTimeline(OrderStatus.DENIED, false, "The card was refused", List.of());
    assertThat(Stages.of(timeline, PLACED).getLast().sentence()).isEqualTo("The card was refused.");
  }

  private static TimelineStep step(String name, long endedNs, String outcome) {
    return new TimelineStep("opc", name, 1, endedNs, 1, outcome, "", "");
  }
}
