package org.petlab.storefront.status;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.List;

/**
 * What the customer was written about an order.
 *
 * @param kept whether anybody can tell: where mails are not kept, or nobody answers, none are known
 * @param mails the oldest first
 */
public record OrderMailList(boolean kept, List<OrderMail> mails) {
  static final OrderMailList NONE = new OrderMailList(false, List.of());

  /**
   * Reads the answer of {@code GET /orders/<id>/mails}.
   *
   * @throws IllegalArgumentException when it is no such answer
   */
  static OrderMailList read(String json) {
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      JsonObject answer = reader.readObject();
      return answer.isNull("mails")
          ? NONE
          : new OrderMailList(
              true,
              answer.getJsonArray("mails").getValuesAs(JsonObject.class).stream()
                  .map(OrderMail::read)
                  .toList());
    } catch (JsonException | ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException("Expected the mails of an order, got: " + json, e);
    }
  }
}
