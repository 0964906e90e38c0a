package org.petlab.supplier.shipping;

/**
 * What came of goods that arrived.
 *
 * @param waited orders that waited for the item
 * @param waitingStill those of them that go on waiting for it
 */
public record RestockResult(int waited, int waitingStill) {}
