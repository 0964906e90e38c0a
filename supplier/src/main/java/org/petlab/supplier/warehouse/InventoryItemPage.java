package org.petlab.supplier.warehouse;

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
import org.petlab.supplier.shipping.RestockResult;
import org.petlab.supplier.shipping.Restocking;
import org.petlab.supplier.stock.StockItem;
import org.petlab.supplier.stock.StockVersion;

/**
 * One item: goods that have arrived are booked here, and a count is. Each form carries what its
 * page showed, so that a change is made once and to what the person saw.
 */
@WebServlet("/inventory/*")
public class InventoryItemPage extends PageServlet {
  private static final List<String> ACTIONS = List.of("restock", "count");

  @Inject private transient Inventory inventory;
  @Inject private transient SupplierOrderQueries orders;
  @Inject private transient Restocking restocking;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    InventoryRow item = inventory.item(itemId(request)).orElseThrow(InventoryItemPage::noSuchItem);
    Map<String, Object> model =
        Map.of(
            "item",
            item,
            "message",
            FlashMessage.take(request),
            "largest",
            StockVersion.LARGEST,
            "mostOnHand",
            StockItem.MAX_PIECES,
            "page",
            orders.waitingFor(item.itemId()));
    show("item", model, request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String itemId = itemId(request);
    String action = RequestParams.choice(request, "action", ACTIONS);
    try {
      FlashMessage.put(
          request, action.equals("count") ? count(itemId, request) : restock(itemId, request));
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badRequest(e.getMessage());
    }
    response.setStatus(HttpServletResponse.SC_SEE_OTHER);
    response.setHeader("Location", request.getContextPath() + "/inventory/" + itemId);
  }

  private String restock(String itemId, HttpServletRequest request) {
    int quantity = number(request, "quantity", "How many arrived", StockVersion.LARGEST);
    if (quantity == 0) {
      throw HttpProblem.badRequest("The quantity that arrived must be above 0.");
    }
    return restocking
        .restock(itemId, quantity, seen(request))
        .map(done -> "Booked: %d have arrived.%s".formatted(quantity, waitingOrders(done)))
        .orElseThrow(InventoryItemPage::noSuchItem);
  }

  private String count(String itemId, HttpServletRequest request) {
    int counted = number(request, "counted", "How many were counted", StockItem.MAX_PIECES);
    StockVersion seen = seen(request);
    return restocking
        .count(itemId, counted, seen)
        .map(done -> "Corrected by %+d.%s".formatted(counted - seen.onHand(), waitingOrders(done)))
        .orElseThrow(InventoryItemPage::noSuchItem);
  }

  static String waitingOrders(RestockResult done) {
    if (done.waited() == 0) {
      return "";
    }
    String failed =
        done.failed() == 0
            ? ""
            : " %d could not be shipped just now: to try again, book a count of what is there."
                .formatted(done.failed());
    return " Of the orders that waited for it, %d were shipped and %d are still waiting.%s"
        .formatted(done.shipped(), done.waiting(), failed);
  }

  private static StockVersion seen(HttpServletRequest request) {
    try {
      return new StockVersion(
          Integer.parseInt(request.getParameter("seen_on_hand")),
          Integer.parseInt(request.getParameter("seen_restocked")));
    } catch (NumberFormatException e) {
      throw HttpProblem.badRequest("The form is incomplete. Please open the item again.");
    }
  }

  private static int number(
      HttpServletRequest request, String parameter, String what, int largest) {
    return RequestParams.number(request.getParameter(parameter), what, largest);
  }

  private static String itemId(HttpServletRequest request) {
    String path = request.getPathInfo();
    if (path == null || !path.matches("/[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw noSuchItem();
    }
    return path.substring(1);
  }

  private static HttpProblem noSuchItem() {
    return HttpProblem.notFound("There is no such item.");
  }
}
