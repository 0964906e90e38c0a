package org.petlab.storefront.status;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.List;

/**
 * How far an order has come.
 *
 * @param awaitingApproval whether a person has to decide
 * @param refusal why it was refused; empty when it was not, or when nobody tells
 * @param steps in the order in which they began; empty when nobody tells
 */
public record OrderTimeline(
    OrderStatus state, boolean awaitingApproval, String refusal, List<TimelineStep> steps) {

  public OrderTimeline {
    steps = List.copyOf(steps);
  }

  /** All that is known is the state. */
  static OrderTimeline of(OrderStatus state) {
    return new OrderTimeline(state, false, "", List.of());
  }

  /**
   * Reads the answer of {@code GET /orders/<id>/timeline}.
   *
   * @throws IllegalArgumentException when it is no such answer
   */
  static OrderTimeline read(String json) {
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      return of(reader.readObject());
    } catch (JsonException | ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException("Expected an order's timeline, got: " + json, e);
    }
  }

  private static OrderTimeline of(JsonObject timeline) {
    return new OrderTimeline(
        OrderStatus.named(timeline.getString("state")),
        timeline.getBoolean("awaiting_approval"),
        timeline.getString("refusal", ""),
        timeline.getJsonArray("steps").getValuesAs(JsonObject.class).stream()
            .map(TimelineStep::read)
            .toList());
  }

  /** Whether nothing more is to come, so that nobody needs to look again. */
  public boolean isFinished() {
    return state == OrderStatus.COMPLETED || state == OrderStatus.DENIED;
  }
}
