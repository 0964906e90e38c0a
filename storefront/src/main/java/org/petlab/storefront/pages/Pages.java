package org.petlab.storefront.pages;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.storefront.visit.Visit;

/** Shows pages, which lie under WEB-INF so that nobody gets at them directly. */
final class Pages {
  private Pages() {}

  static void show(
      String page, Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = Visit.soFar(request);
    // The layout shows the cart and the name, so no page may be kept for somebody else.
    response.setHeader("Cache-Control", visit.isSignedOn() ? "no-store" : "private, no-cache");
    request.setAttribute("visit", visit);
    model.forEach(request::setAttribute);
    request.getRequestDispatcher("/WEB-INF/pages/" + page + ".jsp").forward(request, response);
  }
}
