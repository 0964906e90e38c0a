package org.petlab.storefront.status;

import java.util.Arrays;
import java.util.List;
import org.petlab.storefront.catalog.Catalog;

/**
 * A line of an order of the books.
 *
 * @param name the item's as the catalogue has it now; its id when it is no longer sold
 * @param picture the name of the drawing that shows it; empty when it is no longer sold
 */
public record OrderedLine(String itemId, String name, String picture, int quantity) {

  /** Reads the books' short form, such as {@code EST-1:2;EST-4:1}. */
  static List<OrderedLine> of(String shortForm, Catalog catalog) {
    return Arrays.stream(shortForm.split(";"))
        .filter(line -> !line.isEmpty())
        .map(line -> read(line, catalog))
        .toList();
  }

  private static OrderedLine read(String line, Catalog catalog) {
    int colon = line.lastIndexOf(':');
    String itemId = line.substring(0, colon);
    int quantity = Integer.parseInt(line.substring(colon + 1));
    return catalog
        .item(itemId)
        .map(item -> new OrderedLine(itemId, item.name(), item.picture(), quantity))
        .orElseGet(() -> new OrderedLine(itemId, itemId, "", quantity));
  }

  /** Whether it can still be bought. */
  public boolean isSold() {
    return !picture.isEmpty();
  }
}
