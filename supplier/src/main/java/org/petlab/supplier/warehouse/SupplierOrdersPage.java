package org.petlab.supplier.warehouse;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;

/** The supplier orders: those that wait for stock, unless others are asked for. */
@WebServlet("/orders")
public class SupplierOrdersPage extends PageServlet {
  @Inject private transient SupplierOrderQueries orders;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String state = RequestParams.choice(request, "state", SupplierOrderQueries.STATES);
    String order = RequestParams.id(request, "order");
    RowCursor after = RowCursor.read(request.getParameter("after"));
    show(
        "orders",
        Map.of("state", state, "order", order, "page", orders.page(state, order, after)),
        request,
        response);
  }
}
