package org.petlab.storefront.status;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.checkout.PlacedOrders;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.storefront.checkout.UnsettledOrders;
import org.petlab.storefront.visit.Visit;

/** The customer's own orders, page by page, and the state of each. */
@WebServlet("/orders")
public class OrderHistoryPage extends PageServlet {
  @Inject private PlacedOrders orders;
  @Inject private UnsettledOrders unsettled;
  @Inject private OrderTimelineClient timelines;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = Visit.readOnly(request);
    if (!visit.isSignedOn()) {
      throw HttpProblem.unauthorized("Please sign on to see your orders.", "orders");
    }
    String customer = visit.getCustomer();
    long total = orders.countOf(customer);
    int page = page(request.getParameter("page"));
    if (page < 1 || page > OrderHistory.pages(total)) {
      throw HttpProblem.notFound("This list has no page of that number.");
    }
    int from = (page - 1) * OrderHistory.PER_PAGE;
    List<PlacedOrder> placed = orders.latestOf(customer, from, OrderHistory.PER_PAGE);
    OrderStates states = timelines.statesOf(placed.stream().map(PlacedOrder::orderId).toList());
    OrderHistory history = OrderHistory.of(placed, states, page, total);
    show(
        "orders",
        Map.of("history", history, "unsettled", unsettled.openOf(customer)),
        request,
        response);
  }

  private static int page(String requested) {
    if (requested == null) {
      return 1;
    }
    return requested.matches("[0-9]{1,6}") ? Integer.parseInt(requested) : 0;
  }
}
