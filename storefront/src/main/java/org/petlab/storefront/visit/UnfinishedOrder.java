package org.petlab.storefront.visit;

import java.io.Serializable;
import org.petlab.storefront.cart.Cart;

/**
 * An order whose checkout failed. Who tries again with the same content gets the same number, so
 * that nothing is ordered twice, whatever became of it.
 *
 * @param content by which the same order is recognised; a card number cannot be read from it
 * @param isInDoubt whether it may have been placed all the same
 */
public record UnfinishedOrder(String orderId, String content, Cart cart, boolean isInDoubt)
    implements Serializable {

  UnfinishedOrder withoutDoubt() {
    return new UnfinishedOrder(orderId, content, cart, false);
  }
}
