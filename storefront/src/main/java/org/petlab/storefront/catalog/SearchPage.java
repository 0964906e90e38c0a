package org.petlab.storefront.catalog;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;

/** The products that a search finds, page by page. */
@WebServlet("/search")
public class SearchPage extends PageServlet {
  private static final int MAX_CHARACTERS = 100;

  @Inject private CurrentCatalog current;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String parameter = request.getParameter("q");
    String query = parameter == null ? "" : parameter.strip();
    if (query.length() > MAX_CHARACTERS) {
      throw HttpProblem.badRequest("A search may have at most " + MAX_CHARACTERS + " characters.");
    }
    ProductList products =
        ProductList.page(current.get().search(query), request.getParameter("page"));
    show("search", Map.of("query", query, "list", products), request, response);
  }
}
