package org.petlab.storefront.cart;

import java.io.Serializable;
import java.math.BigDecimal;
import org.petlab.storefront.catalog.Item;

/** So many of an item, at the price that it had when it was put into the cart. */
public record CartLine(Item item, int quantity) implements Serializable {
  public BigDecimal total() {
    return item.price().multiply(BigDecimal.valueOf(quantity));
  }
}
