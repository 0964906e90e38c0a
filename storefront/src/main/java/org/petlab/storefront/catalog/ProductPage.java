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

/** The items of a product, with their prices. */
@WebServlet("/product")
public class ProductPage extends PageServlet {
  @Inject private CurrentCatalog current;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Catalog catalog = current.get();
    Product product =
        catalog
            .product(request.getParameter("id"))
            .orElseThrow(() -> HttpProblem.notFound("There is no such product."));
    show(
        "product",
        Map.of(
            "category", catalog.categoryOf(product),
            "product", product,
            "items", catalog.itemsOf(product)),
        request,
        response);
  }
}
