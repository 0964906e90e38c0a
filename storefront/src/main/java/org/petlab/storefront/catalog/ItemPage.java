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
import org.petlab.storefront.stock.SupplierStock;

/** One item, how much there is of it, and the form that puts it into the cart. */
@WebServlet("/item")
public class ItemPage extends PageServlet {
  @Inject private CurrentCatalog current;
  @Inject private SupplierStock stock;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Catalog catalog = current.get();
    Item item =
        catalog
            .item(request.getParameter("id"))
            .orElseThrow(() -> HttpProblem.notFound("There is no such item."));
    Product product = catalog.productOf(item);
    show(
        "item",
        Map.of(
            "category",
            catalog.categoryOf(product),
            "product",
            product,
            "item",
            item,
            "stock",
            stock.of(item.id())),
        request,
        response);
  }
}
