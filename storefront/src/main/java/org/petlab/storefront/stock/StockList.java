package org.petlab.storefront.stock;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;

/** Reads the supplier's answer: a JSON object of numbers on hand by item. */
final class StockList {
  // Made where the application's classes are at hand; answers arrive on threads that may not find
  // them.
  private final JsonReaderFactory readers = Json.createReaderFactory(Map.of());

  /**
   * @throws IllegalArgumentException when it is no such object
   */
  Map<String, Integer> read(String json) {
    Map<String, Integer> onHand = new HashMap<>();
    try (JsonReader reader = readers.createReader(new StringReader(json))) {
      reader
          .readObject()
          .forEach((item, number) -> onHand.put(item, ((JsonNumber) number).intValueExact()));
      return onHand;
    } catch (JsonException | ClassCastException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "Expected a JSON object with a whole number for each item, got: " + beginOf(json), e);
    }
  }

  private static String beginOf(String answer) {
    return answer.length() > 100 ? answer.substring(0, 100) + "…" : answer;
  }
}
