package org.petlab.storefront.checkout;

import org.petlab.pages.HttpProblem;
import org.petlab.storefront.visit.Visit;

/** What must have happened before a visitor may go on. */
final class CheckoutPreconditions {
  private CheckoutPreconditions() {}

  static Visit requireCartAndSignOn(Visit visit) {
    if (visit.getCart().isEmpty()) {
      throw HttpProblem.conflict(
          "Your cart is empty: there is nothing to order." + lastOrder(visit));
    }
    if (!visit.isSignedOn()) {
      throw HttpProblem.unauthorized("Please sign on to check out.", "checkout");
    }
    return visit;
  }

  // Whoever has clicked twice sees the second answer only.
  private static String lastOrder(Visit visit) {
    return visit.getLastOrder() == null
        ? ""
        : " Your last order has the number " + visit.getLastOrder() + ".";
  }

  static Visit requireAddress(Visit visit) {
    requireCartAndSignOn(visit);
    if (visit.getAddress() == null) {
      throw HttpProblem.conflict("Please enter your delivery address first.");
    }
    return visit;
  }
}
