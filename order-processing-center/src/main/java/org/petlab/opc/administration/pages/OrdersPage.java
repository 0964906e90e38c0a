package org.petlab.opc.administration.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.petlab.opc.administration.orders.OrderArchive;
import org.petlab.opc.administration.orders.OrderFilter;
import org.petlab.opc.administration.orders.OrderList;
import org.petlab.opc.orders.OrderState;
import org.petlab.pages.PageServlet;

/** The list of orders, newest first, with filters. */
@WebServlet("/admin/orders")
public class OrdersPage extends PageServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient OrderArchive archive;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    OrderList list = archive.list(OrderFilter.read(request::getParameter));
    show(
        "orders",
        Map.of(
            "list",
            list,
            "states",
            List.of(OrderState.values()),
            "nextPage",
            list.next() == null ? "" : Links.next(request, list.next())),
        request,
        response);
  }
}
