package org.petlab.storefront.status;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;
import org.petlab.pages.Refusal;
import org.petlab.storefront.checkout.PlacedOrders;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.storefront.visit.Visit;

/** How one of the customer's own orders is doing. */
@WebServlet("/orders/*")
public class OrderPage extends PageServlet {
  @Inject private PlacedOrders orders;
  @Inject private OrderStates states;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String orderId = orderId(request);
    Visit visit = Visit.soFar(request);
    if (!visit.isSignedOn()) {
      throw Refusal.signOnFirst("Please sign on to see your order.", "orders/" + orderId);
    }
    // Somebody else's order is as unknown as one that does not exist.
    PlacedOrder order =
        orders.find(orderId, visit.getCustomer()).orElseThrow(OrderPage::noSuchOrder);
    show("order", Map.of("order", order, "state", states.of(orderId)), request, response);
  }

  private static String orderId(HttpServletRequest request) {
    String path = request.getPathInfo();
    if (path == null || !path.matches("/[A-Za-z0-9-]{1,20}")) {
      throw noSuchOrder();
    }
    return path.substring(1);
  }

  private static Refusal noSuchOrder() {
    return Refusal.notFound("You have no order of that number.");
  }
}
