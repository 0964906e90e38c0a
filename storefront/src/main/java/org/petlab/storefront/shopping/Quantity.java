package org.petlab.storefront.shopping;

import org.petlab.pages.HttpProblem;

/** How a quantity is typed. */
final class Quantity {
  private Quantity() {}

  /** Reads a whole number; what it may be is the cart's business. */
  static int read(String typed) {
    String text = typed == null ? "" : typed.strip();
    if (!text.matches("[0-9]{1,6}")) {
      throw HttpProblem.badRequest("A quantity must be a whole number such as 2.");
    }
    return Integer.parseInt(text);
  }
}
