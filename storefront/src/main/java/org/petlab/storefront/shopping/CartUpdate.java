package org.petlab.storefront.shopping;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.visit.OngoingVisit;

/** Changes quantities: each parameter is an item's id with the new quantity, 0 to remove it. */
@WebServlet("/cart/update")
public class CartUpdate extends PageServlet {
  @Inject private OngoingVisit visits;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Map<String, String[]> quantities = request.getParameterMap();
    visits.of(request).changeCart(cart -> updated(cart, quantities));
    show("cart", Map.of(), request, response);
  }

  // All or nothing: the first quantity that cannot be leaves the cart as it was.
  static Cart updated(Cart cart, Map<String, String[]> quantities) {
    Cart updated = cart;
    for (Map.Entry<String, String[]> quantity : quantities.entrySet()) {
      updated = updated.with(quantity.getKey(), Quantity.read(quantity.getValue()[0]));
    }
    return updated;
  }
}
