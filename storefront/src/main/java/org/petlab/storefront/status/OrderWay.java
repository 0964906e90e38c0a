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
public record OrderWay(
    OrderState state, boolean awaitingApproval, String refusal, List<TimelineStep> steps) {

  public OrderWay {
    steps = List.copyOf(steps);
  }

  /** All that is known is the state. */
  static OrderWay of(OrderState state) {
    return new OrderWay(state, false, "", List.of());
  }

  /**
   * Reads the answer of {@code GET /orders/<id>/way}.
   *
   * @throws IllegalArgumentException when it is no such answer
   */
  static OrderWay read(String json) {
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      return of(reader.readObject());
    } catch (JsonException | ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException("Expected an order's way, got: " + json, e);
    }
  }

  private static OrderWay of(JsonObject way) {
    return new OrderWay(
        OrderState.named(way.getString("state")),
        way.getBoolean("awaiting_approval"),
        way.getString("refusal", ""),
        way.getJsonArray("steps").getValuesAs(JsonObject.class).stream()
            .map(TimelineStep::read)
            .toList());
  }

  /** Whether nothing more is to come, so that nobody needs to look again. */
  public boolean isFinished() {
    return state == OrderState.COMPLETED || state == OrderState.DENIED;
  }
}
