package org.petlab.storefront.status;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;

/**
 * Where several orders stand, as the order processing center tells it.
 *
 * @param unheard what an order is that it did not name
 */
record OrderStates(Map<String, OrderStatus> byOrder, OrderStatus unheard) {
  /** When nobody tells. */
  static final OrderStates UNKNOWN = new OrderStates(Map.of(), OrderStatus.UNKNOWN);

  /**
   * Reads the answer of {@code GET /orders/states}.
   *
   * @throws IllegalArgumentException when it is no such answer
   */
  static OrderStates read(String json) {
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      JsonObject states = reader.readObject();
      Map<String, OrderStatus> byOrder = new HashMap<>();
      states.keySet().forEach(id -> byOrder.put(id, OrderStatus.named(states.getString(id))));
      // Placed here, but not yet received there.
      return new OrderStates(Map.copyOf(byOrder), OrderStatus.ON_ITS_WAY);
    } catch (JsonException | ClassCastException e) {
      throw new IllegalArgumentException("Expected the states of orders, got: " + json, e);
    }
  }

  OrderStatus of(String orderId) {
    return byOrder.getOrDefault(orderId, unheard);
  }
}
