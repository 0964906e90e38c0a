package org.petlab.opc.administration.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.petlab.opc.administration.orders.Decisions;
import org.petlab.opc.administration.orders.Decisions.Decided;
import org.petlab.opc.administration.orders.Decisions.Outcome;
import org.petlab.opc.administration.orders.OrderArchive;
import org.petlab.opc.administration.orders.OrderFilter;
import org.petlab.opc.administration.orders.OrderList;
import org.petlab.pages.PageServlet;

/** The orders that wait for a person, to be approved or denied several at once. */
@WebServlet("/admin/waiting")
public class WaitingPage extends PageServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient OrderArchive archive;
  @Inject private transient Decisions decisions;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show(List.of(), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String[] orders = request.getParameterValues("order");
    Outcome outcome =
        decisions.decide(
            orders == null ? List.of() : List.of(orders),
            Decisions.read(request.getParameter("decision")));
    show(outcome.decisions(), request, response);
  }

  private void show(List<Decided> decided, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    OrderList list =
        archive.list(
            OrderFilter.read(
                name -> name.equals("waiting") ? "true" : listParameter(name, request)));
    // Their step is on its way: to show them as waiting would ask for a second decision.
    Set<String> gone = new HashSet<>();
    decided.stream().filter(Decided::taken).map(Decided::orderId).forEach(gone::add);
    show(
        "waiting",
        Map.of(
            "decided",
            decided,
            "orders",
            list.orders().stream().filter(order -> !gone.contains(order.id())).toList(),
            "nextPage",
            list.next() == null ? "" : Links.next(request, list.next())),
        request,
        response);
  }

  private static String listParameter(String name, HttpServletRequest request) {
    return name.equals("after") ? request.getParameter(name) : null;
  }
}
