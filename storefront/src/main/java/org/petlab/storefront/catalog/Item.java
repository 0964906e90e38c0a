package org.petlab.storefront.catalog;

import java.io.Serializable;
import java.math.BigDecimal;

/** What can be put into the cart. The price is in dollars, with two decimals. */
public record Item(String id, String productId, String name, String description, BigDecimal price)
    implements Serializable {

  /** The name of the drawing that shows it. */
  public String picture() {
    return Picture.of(productId);
  }
}
