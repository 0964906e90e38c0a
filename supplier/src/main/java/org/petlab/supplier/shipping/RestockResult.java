package org.petlab.supplier.shipping;

/**
 * What came of goods that arrived.
 *
 * @param shipped orders that waited for the item and do not any more
 * @param waiting those that go on waiting for it
 * @param failed those of them for which there was enough, and that could not be shipped
 */
public record RestockResult(int shipped, int waiting, int failed) {
  public int waited() {
    return shipped + waiting;
  }
}
