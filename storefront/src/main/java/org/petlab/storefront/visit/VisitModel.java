package org.petlab.storefront.visit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import org.petlab.pages.PageModelContributor;
import org.petlab.storefront.catalog.CurrentCatalog;

/**
 * Every page of the store shows who visits it, what is in the cart, and the timelines to the
 * categories.
 */
@ApplicationScoped
public class VisitModel implements PageModelContributor {
  @Inject private CurrentCatalog catalog;

  @Override
  public void addTo(HttpServletRequest request) {
    request.setAttribute("visit", Visit.readOnly(request));
    request.setAttribute("categories", catalog.knownCategories());
  }
}
