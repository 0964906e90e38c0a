package org.petlab.storefront.visit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;
import org.petlab.pages.Surroundings;

/** Every page of the store shows who visits it and what is in the cart. */
@ApplicationScoped
public class VisitOnPages implements Surroundings {

  @Override
  public void addTo(HttpServletRequest request) {
    request.setAttribute("visit", Visit.soFar(request));
  }
}
