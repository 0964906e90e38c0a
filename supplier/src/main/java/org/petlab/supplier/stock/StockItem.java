package org.petlab.supplier.stock;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** How much there is of an item. Whoever changes it holds its lock. */
@Entity
@Table(name = "stock")
public class StockItem {
  public static final int MAX_PIECES = 1_000_000_000;

  @Id
  @Column(name = "item_id")
  private String itemId;

  @Column(name = "initial_quantity")
  private int initial;

  private int restocked;

  @Column(name = "on_hand")
  private int onHand;

  protected StockItem() {}

  public StockItem(String itemId, int initial) {
    this.itemId = itemId;
    this.initial = initial;
    this.onHand = initial;
  }

  public boolean has(int quantity) {
    return onHand >= quantity;
  }

  public void take(int quantity) {
    if (!has(quantity)) {
      throw new IllegalStateException(
          "%d of %s cannot be taken: %d are on hand".formatted(quantity, itemId, onHand));
    }
    onHand -= quantity;
  }

  public void restock(int quantity) {
    if (quantity <= 0) {
      throw new IllegalArgumentException(
          "Expected a quantity above 0 to restock %s, got %d".formatted(itemId, quantity));
    }
    correct(quantity);
  }

  /** More or fewer were found than the books said. What came in absorbs it, so that all adds up. */
  public void correct(int difference) {
    long corrected = (long) onHand + difference;
    if (corrected < 0 || corrected > MAX_PIECES) {
      throw new IllegalArgumentException(
          "There can be 0 to %d of %s on hand, not %d".formatted(MAX_PIECES, itemId, corrected));
    }
    restocked = Math.addExact(restocked, difference);
    onHand += difference;
  }

  public String itemId() {
    return itemId;
  }

  public int initial() {
    return initial;
  }

  public int restocked() {
    return restocked;
  }

  public int onHand() {
    return onHand;
  }
}
