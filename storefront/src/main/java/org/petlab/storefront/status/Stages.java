package org.petlab.storefront.status;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Shows an order's timeline as stages: what is done, what is going on, what is still to come. */
final class Stages {
  private static final String RECEIVED = "Received";
  private static final String APPROVED = "Approved";
  private static final String PACKED = "At the supplier";
  private static final String SHIPPED = "Shipped";

  private final OrderTimeline timeline;
  private final List<Stage> stages = new ArrayList<>();

  private Stages(OrderTimeline timeline) {
    this.timeline = timeline;
  }

  static List<Stage> of(OrderTimeline timeline, Moment placed) {
    Stages result = new Stages(timeline);
    result.stages.add(Stage.done("Ordered", "You placed the order.", placed));
    switch (timeline.state()) {
      case UNKNOWN -> {}
      case ON_ITS_WAY -> result.onItsWay();
      case PENDING -> result.pending();
      case DENIED -> result.denied();
      default -> result.approved();
    }
    return List.copyOf(result.stages);
  }

  private void onItsWay() {
    stages.add(Stage.now(RECEIVED, "It is being sent to our order processing center."));
    later(APPROVED, PACKED, SHIPPED);
  }

  private void pending() {
    received();
    stages.add(
        Stage.now(
            APPROVED,
            timeline.awaitingApproval()
                ? "An order of this size needs a person's approval; somebody will look at it."
                : "We are checking it."));
    later(PACKED, SHIPPED);
  }

  private void denied() {
    received();
    String reason =
        timeline.refusal().isEmpty()
            ? "You are told the reason by mail."
            : timeline.refusal() + ".";
    stages.add(Stage.refused("Refused", reason, lastEnd("approving")));
  }

  private void approved() {
    received();
    stages.add(Stage.done(APPROVED, "We have accepted it.", lastEnd("approving")));
    Moment supplied = firstEnd("supplying");
    switch (timeline.state()) {
      case COMPLETED -> {
        stages.add(Stage.done(PACKED, "The supplier has taken your order.", supplied));
        stages.add(
            Stage.done(
                SHIPPED,
                "Everything has been shipped. You are told so by mail.",
                lastEnd("invoicing")));
      }
      case SHIPPED_PART -> {
        stages.add(Stage.now(PACKED, "Some animals are out of stock: we wait for them to arrive."));
        stages.add(Stage.now(SHIPPED, "A part has been shipped; the rest will follow."));
      }
      default -> {
        stages.add(
            Stage.now(
                PACKED,
                supplied == null
                    ? "The supplier is looking for your animals."
                    : "The supplier has your order; what is out of stock is sent when it"
                        + " arrives."));
        later(SHIPPED);
      }
    }
  }

  private void received() {
    stages.add(Stage.done(RECEIVED, "Our order processing center has it.", firstEnd("receiving")));
  }

  private void later(String... names) {
    for (String name : names) {
      stages.add(Stage.later(name));
    }
  }

  private Moment firstEnd(String step) {
    return ends(step).isEmpty() ? null : new Moment(ends(step).getFirst());
  }

  private Moment lastEnd(String step) {
    return ends(step).isEmpty() ? null : new Moment(ends(step).getLast());
  }

  private List<Long> ends(String step) {
    return timeline.steps().stream()
        .filter(taken -> taken.isCommitted(step))
        .map(TimelineStep::endedNs)
        .sorted(Comparator.naturalOrder())
        .toList();
  }
}
