package org.petlab.supplier.warehouse;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;

/** The inventory, item by item. */
@WebServlet("/inventory")
public class InventoryPage extends PageServlet {
  @Inject private transient Inventory inventory;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String part = RequestParams.id(request, "item");
    String show = RequestParams.choice(request, "show", Inventory.SHOWN);
    Page<InventoryRow> page = inventory.page(part, show, RequestParams.id(request, "after"));
    show("inventory", Map.of("item", part, "choice", show, "page", page), request, response);
  }
}
