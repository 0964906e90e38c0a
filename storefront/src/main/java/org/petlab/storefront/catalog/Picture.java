package org.petlab.storefront.catalog;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which drawing shows a product. Those under {@code /pictures} are named after the seed's products.
 */
public final class Picture {
  private static final String OF_ANY_ANIMAL = "animal";
  private static final Set<String> DRAWN =
      CatalogSeed.at(1).products().stream()
          .map(Product::id)
          .collect(Collectors.toUnmodifiableSet());

  private Picture() {}

  /** The drawing's name; that of the kind when a breeder offers it, such as FI-SW-01-3. */
  public static String of(String productId) {
    if (DRAWN.contains(productId)) {
      return productId;
    }
    int breeder = productId.lastIndexOf('-');
    String kind = breeder < 0 ? productId : productId.substring(0, breeder);
    return DRAWN.contains(kind) ? kind : OF_ANY_ANIMAL;
  }
}
