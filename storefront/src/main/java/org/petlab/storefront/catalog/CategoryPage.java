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

/** The products of a category, page by page. */
@WebServlet("/category")
public class CategoryPage extends PageServlet {
  @Inject private CurrentCatalog current;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Catalog catalog = current.get();
    Category category =
        catalog
            .category(request.getParameter("id"))
            .orElseThrow(() -> HttpProblem.notFound("There is no such category."));
    ProductList products =
        ProductList.page(catalog.productsOf(category), request.getParameter("page"));
    show("category", Map.of("category", category, "list", products), request, response);
  }
}
