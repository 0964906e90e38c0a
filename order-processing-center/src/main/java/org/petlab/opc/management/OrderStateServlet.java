package org.petlab.opc.management;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.Orders;
import org.petlab.workflow.Application;
import org.petlab.workflow.inbox.BasicCredential;

/** Tells the storefront where an order stands: {@code GET /orders/<id>/state}. */
@WebServlet("/orders/*")
public class OrderStateServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Pattern PATH = Pattern.compile("/([^/]+)/state");

  @Inject private transient Orders orders;
  @Inject private transient BasicCredential credential;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!credential.isOf(Application.STOREFRONT, request.getHeader("Authorization"))) {
      answer(response, HttpServletResponse.SC_UNAUTHORIZED, "Only the storefront may ask");
      return;
    }
    Optional<Order> order = order(request.getPathInfo());
    if (order.isPresent()) {
      answer(response, HttpServletResponse.SC_OK, order.get().state().name());
    } else {
      answer(response, HttpServletResponse.SC_NOT_FOUND, "There is no such order");
    }
  }

  private Optional<Order> order(String path) {
    Matcher matcher = PATH.matcher(path == null ? "" : path);
    return matcher.matches() ? orders.find(matcher.group(1)) : Optional.empty();
  }

  private static void answer(HttpServletResponse response, int status, String text)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().print(text);
  }
}
