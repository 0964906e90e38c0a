package org.petlab.workflow.observability.history;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.util.Comparator;
import org.petlab.workflow.kernel.Application;

/**
 * One attempt at a step, over and decided. A step that was rolled back and delivered again has left
 * several.
 *
 * @param beganNs wall clock, nanoseconds since the epoch; so is {@code endedNs}
 * @param deliveries 1 at the first delivery; 0 for {@link #BY_HAND}
 * @param outcome {@link #COMMITTED}, {@link #ROLLED_BACK} or {@link #DEAD_LETTER}
 * @param transition along which the step sent; null when it sent nothing
 * @param delegate by which means; null when it sent nothing
 */
public record StepRecord(
    String orderId,
    String step,
    long beganNs,
    long endedNs,
    int deliveries,
    String outcome,
    String documentId,
    String transition,
    String delegate) {
  public static final String COMMITTED = "committed";
  public static final String ROLLED_BACK = "rolled-back";

  /** Committed, but all that was done is that the document became a dead letter. */
  public static final String DEAD_LETTER = "dead-letter";

  /** No step: a person decided on an order or put goods on the shelf, and a document went on. */
  public static final String BY_HAND = "by-hand";

  public static final Comparator<StepRecord> IN_ORDER =
      Comparator.comparingLong(StepRecord::beganNs).thenComparingLong(StepRecord::endedNs);

  public boolean isCommitted() {
    return COMMITTED.equals(outcome);
  }

  /** As the applications tell each other. */
  public JsonObject json(Application application) {
    JsonObjectBuilder step = Json.createObjectBuilder();
    step.add("application", application.id());
    step.add("step", this.step);
    step.add("began_ns", beganNs);
    step.add("ended_ns", endedNs);
    step.add("deliveries", deliveries);
    step.add("outcome", outcome);
    step.add("document_id", documentId);
    step.add("transition", orNull(transition));
    step.add("delegate", orNull(delegate));
    return step.build();
  }

  /** What {@link #json} wrote. */
  public static StepRecord of(String orderId, JsonObject step) {
    return new StepRecord(
        orderId,
        step.getString("step"),
        step.getJsonNumber("began_ns").longValueExact(),
        step.getJsonNumber("ended_ns").longValueExact(),
        step.getInt("deliveries"),
        step.getString("outcome"),
        step.getString("document_id"),
        step.getString("transition", null),
        step.getString("delegate", null));
  }

  private static JsonValue orNull(String text) {
    return text == null ? JsonValue.NULL : Json.createValue(text);
  }
}
