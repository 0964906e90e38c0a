package org.petlab.storefront.stock;

import java.util.HashMap;
import java.util.Map;

/** The supplier's answer: a CSV table {@code item_id,on_hand}. */
final class StockList {
  private static final String HEADER = "item_id,on_hand";

  private StockList() {}

  /**
   * @throws IllegalArgumentException when it is no such table
   */
  static Map<String, Integer> read(String csv) {
    Map<String, Integer> onHand = new HashMap<>();
    String[] rows = csv.split("\r?\n");
    if (!rows[0].equals(HEADER)) {
      throw new IllegalArgumentException("Expected a table " + HEADER + ", got: " + rows[0]);
    }
    for (int row = 1; row < rows.length; row++) {
      int comma = rows[row].indexOf(',');
      if (comma < 0) {
        throw new IllegalArgumentException(
            "Expected an item and a number in row " + row + ", got: " + rows[row]);
      }
      onHand.put(
          rows[row].substring(0, comma), Integer.valueOf(rows[row].substring(comma + 1).strip()));
    }
    return onHand;
  }
}
