package org.petlab.supplier.warehouse;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;

/** What has left the warehouse, the newest first. */
@WebServlet("/shipments")
public class ShipmentsPage extends PageServlet {
  @Inject private transient ShipmentQueries shipments;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String order = RequestParams.id(request, "order");
    RowCursor after = RowCursor.read(request.getParameter("after"));
    show(
        "shipments",
        Map.of("order", order, "page", shipments.page(order, after)),
        request,
        response);
  }
}
