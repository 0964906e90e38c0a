package org.petlab.storefront.shopping;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.catalog.CurrentCatalog;
import org.petlab.storefront.catalog.Item;
import org.petlab.storefront.visit.NewVisit;
import org.petlab.storefront.visit.OngoingVisit;

/** The cart; posting an item puts it in. */
@WebServlet("/cart")
public class CartPage extends PageServlet {
  @Inject private CurrentCatalog catalog;
  @Inject private NewVisit visits;
  @Inject private OngoingVisit ongoing;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("cart", Map.of(), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Item item =
        catalog
            .get()
            .item(request.getParameter("item"))
            .orElseThrow(() -> HttpProblem.notFound("There is no such item."));
    int quantity = Quantity.read(request.getParameter("quantity"));
    if (quantity == 0) {
      throw HttpProblem.badRequest("You can buy 1 to " + Cart.MAX_QUANTITY + " of an item.");
    }
    boolean isNewInstead = ongoing.isExpired(request);
    visits.of(request).changeCart(cart -> cart.plus(item, quantity));
    show("cart", Map.of("isNewInstead", isNewInstead), request, response);
  }
}
