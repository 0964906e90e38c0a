package org.petlab.supplier.warehouse;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;

/** What the order processing center was invoiced, the newest first. */
@WebServlet("/invoices")
public class InvoicesPage extends PageServlet {
  @Inject private transient ShipmentQueries shipments;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String order = Asked.id(request, "order");
    Position behind = Position.read(request.getParameter("behind"));
    show(
        "invoices",
        Map.of("order", order, "slice", shipments.invoices(order, behind)),
        request,
        response);
  }
}
