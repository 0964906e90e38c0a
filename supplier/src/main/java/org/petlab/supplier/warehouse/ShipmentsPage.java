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
    String order = Asked.id(request, "order");
    Position behind = Position.read(request.getParameter("behind"));
    show(
        "shipments",
        Map.of("order", order, "slice", shipments.slice(order, behind)),
        request,
        response);
  }
}
