package org.petlab.storefront.catalog;

/** A kind of animal. What is sold are its items. */
public record Product(String id, String categoryId, String name, String description) {

  /** The name of the drawing that shows it. */
  public String picture() {
    return Picture.of(id);
  }
}
