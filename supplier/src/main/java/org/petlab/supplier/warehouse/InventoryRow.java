package org.petlab.supplier.warehouse;

/**
 * An item of the inventory.
 *
 * @param initial how many there were at first
 * @param restocked how many came in since, less what was missed at a count
 * @param awaited how many pieces orders wait for
 */
public record InventoryRow(String itemId, int initial, int restocked, int onHand, long awaited) {

  /** As it is stored; what is waited for is found apart. */
  public InventoryRow(String itemId, int initial, int restocked, int onHand) {
    this(itemId, initial, restocked, onHand, 0);
  }

  InventoryRow withAwaited(long pieces) {
    return new InventoryRow(itemId, initial, restocked, onHand, pieces);
  }
}
