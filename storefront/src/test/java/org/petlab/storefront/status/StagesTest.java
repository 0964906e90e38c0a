package org.petlab.storefront.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ON_ITS_WAY   | It is being sent to our order processing center.
          PENDING      | Our order processing center has it. We are checking it.
          DENIED       | Our order processing center has it. You are told the reason by mail.
          APPROVED     | Our order processing center has it. We have accepted it. The supplier is looking\
           for your animals.
          SHIPPED_PART | Our order processing center has it. We have accepted it. Some animals are out of\
           stock: we wait for them to arrive. A part has been shipped; the rest will follow.
          COMPLETED    | Our order processing center has it. We have accepted it. The supplier has taken\
           your order. Everything has been shipped. You are told so by mail.
          """)
  void whatIsDoneOrGoingOnIsSaid(OrderStatus state, String sentences) {
    assertThat(sentences(OrderTimeline.of(state))).isEqualTo("You placed the order. " + sentences);
  }

  @Test
  void ofAnOrderWhoseStateNobodyTellsOnlyIsSaidThatItWasPlaced() {
    assertThat(sentences(OrderTimeline.of(OrderStatus.UNKNOWN))).isEqualTo("You placed the order.");
  }

  @Test
  void anApprovedOrderThatTheSupplierHasWaitsForStock() {
    OrderTimeline timeline =
        new OrderTimeline(
            OrderStatus.APPROVED, false, "", List.of(step("supplying", 5, "committed")));
    assertThat(Stages.of(timeline, PLACED).get(3).sentence())
        .isEqualTo("The supplier has your order; what is out of stock is sent when it arrives.");
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
    assertThat(Stages.of(timeline, PLACED).get(2).sentence())
        .isEqualTo("An order of this size needs a person's approval; somebody will look at it.");
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

  /** What the page says of all stages, one after the other. */
  private static String sentences(OrderTimeline timeline) {
    return Stages.of(timeline, PLACED).stream()
        .map(Stage::sentence)
        .filter(sentence -> !sentence.isEmpty())
        .collect(Collectors.joining(" "));
  }
}
