package org.petlab.storefront.status;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.catalog.CurrentCatalog;
import org.petlab.storefront.checkout.PlacedOrders;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.storefront.checkout.Resolution;
import org.petlab.storefront.checkout.UnsettledOrder;
import org.petlab.storefront.checkout.UnsettledOrders;
import org.petlab.storefront.visit.Visit;

/**
 * How one of the customer's own orders is doing. {@code /orders/<id>/timeline} is the part of the
 * page that changes, for the script that keeps it up to date.
 */
@WebServlet("/orders/*")
public class CustomerOrderPage extends PageServlet {
  private static final Pattern PATH = Pattern.compile("/([A-Za-z0-9-]{1,20})(/timeline)?");

  @Inject private PlacedOrders orders;
  @Inject private UnsettledOrders unsettled;
  @Inject private OrderTimelineClient timelines;
  @Inject private OrderMails mails;
  @Inject private CurrentCatalog catalog;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String info = request.getPathInfo();
    Matcher path = PATH.matcher(info == null ? "" : info);
    if (!path.matches()) {
      throw noSuchOrder();
    }
    String orderId = path.group(1);
    Visit visit = Visit.readOnly(request);
    if (!visit.isSignedOn()) {
      throw HttpProblem.unauthorized("Please sign on to see your order.", "orders/" + orderId);
    }
    Optional<PlacedOrder> placed = orders.find(orderId, visit.getCustomer());
    if (placed.isEmpty() && path.group(2) == null) {
      Optional<Resolution> known =
          unsettled.find(orderId, visit.getCustomer()).map(UnsettledOrder::resolution);
      if (known.isPresent()) {
        show(
            "unsettled",
            Map.of(
                "orderId",
                orderId,
                "resolution",
                known.get(),
                "keepsNumber",
                visit.keepsNumber(orderId)),
            request,
            response);
        return;
      }
      // It may have been booked just now. Somebody else's is as unknown as one that does not exist.
      placed = orders.find(orderId, visit.getCustomer());
    }
    PlacedOrder order = placed.orElseThrow(CustomerOrderPage::noSuchOrder);
    showPlaced(order, path.group(2) == null ? "order" : "timeline", request, response);
  }

  private void showPlaced(
      PlacedOrder order, String page, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    OrderTimeline timeline = timelines.of(order.orderId());
    Moment placed = new Moment(order.receivedNanos());
    show(
        page,
        Map.of(
            "order",
            order,
            "placed",
            placed,
            "lines",
            OrderedLine.of(order.lines(), catalog.get()),
            "timeline",
            timeline,
            "mails",
            mails.of(order.orderId()),
            "stages",
            Stages.of(timeline, placed)),
        request,
        response);
  }

  private static HttpProblem noSuchOrder() {
    return HttpProblem.notFound("You have no order of that number.");
  }
}
