package org.petlab.storefront.catalog;

import java.util.List;
import org.petlab.pages.HttpProblem;

/** One page of a list of products; pages count from 1. */
public record ProductList(List<Product> products, int page, int pages, int total) {
  static final int PER_PAGE = 20;

  /** The page whose number was asked for; the first when none was. */
  static ProductList page(List<Product> all, String requested) {
    int pages = Math.max(1, (all.size() + PER_PAGE - 1) / PER_PAGE);
    int page = requested == null ? 1 : number(requested);
    if (page < 1 || page > pages) {
      throw HttpProblem.notFound("This list has no page of that number.");
    }
    int from = (page - 1) * PER_PAGE;
    int to = Math.min(all.size(), from + PER_PAGE);
    return new ProductList(all.subList(from, to), page, pages, all.size());
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
  }
}
