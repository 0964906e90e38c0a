package org.petlab.storefront.stock;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * What a visitor is told of how much there is of an item.
 *
 * @param kind {@code plenty}, {@code few}, {@code none} or {@code unknown}
 */
public record InStock(String kind, String sentence) {
  private static final int FEW = 5;
  private static final InStock NONE =
      new InStock("none", "Out of stock: order now, and we ship it when it arrives");
  private static final InStock UNKNOWN =
      new InStock("unknown", "We do not know at the moment how many are in stock");

  static InStock of(OptionalInt onHand) {
    if (onHand.isEmpty()) {
      return UNKNOWN;
    }
    int quantity = onHand.getAsInt();
    if (quantity == 0) {
      return NONE;
    }
    return quantity <= FEW
        ? new InStock("few", "Only " + quantity + " left")
        : new InStock("plenty", String.format(Locale.ROOT, "%,d in stock", quantity));
  }
}
