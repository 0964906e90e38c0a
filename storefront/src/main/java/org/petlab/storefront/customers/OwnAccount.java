package org.petlab.storefront.customers;

import jakarta.servlet.http.HttpServletRequest;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.visit.Visit;

/** Only a customer who is signed on has an account to look at. */
final class OwnAccount {
  private OwnAccount() {}

  static Visit of(HttpServletRequest request) {
    Visit visit = Visit.readOnly(request);
    if (!visit.isSignedOn()) {
      throw HttpProblem.unauthorized("Please sign on to see your account.", "account");
    }
    return visit;
  }
}
