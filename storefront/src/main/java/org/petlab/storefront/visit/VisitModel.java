package org.petlab.storefront.visit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import org.petlab.pages.PageModelContributor;
import org.petlab.storefront.catalog.CurrentCatalog;

/**
 * Every page of the store shows who visits it, how much is in the cart, and the links to the
 * categories. What the layout shows are plain values: a property of a bean, or a method, costs a
 * page a table of the bean's properties and a copy of its methods.
 */
@ApplicationScoped
public class VisitModel implements PageModelContributor {
  @Inject private CurrentCatalog catalog;

  @Override
  public void addTo(HttpServletRequest request) {
    Visit visit = Visit.readOnly(request);
    request.setAttribute("visit", visit);
    request.setAttribute("visitor", visit.getCustomer());
    request.setAttribute("piecesInCart", visit.getCart().size());
    request.setAttribute("categories", catalog.knownCategories());
  }
}
