package org.petlab.supplier.stock;

import org.petlab.pages.HttpProblem;

/**
 * What a page showed of an item when a person filled in its form. Shipping goes on meanwhile and
 * changes what is on hand; what came in changes only by such forms, so it tells whether another was
 * faster, or the same one was sent twice.
 */
public record StockVersion(int onHand, int restocked) {
  /** The most that can be booked at once. */
  public static final int LARGEST = 1_000_000;

  public void checkUnchanged(StockItem item) {
    if (item.restocked() != restocked) {
      throw HttpProblem.conflict(
          "Nothing was changed: %s was restocked or counted since you opened its page. There are %d on hand now."
              .formatted(item.itemId(), item.onHand()));
    }
  }
}
