package org.petlab.opc.administration.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.opc.administration.orders.OrderArchive;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;

/** One order with its whole history. */
@WebServlet("/admin/orders/*")
public class OrderPage extends PageServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient OrderArchive archive;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String path = request.getPathInfo();
    if (path == null || path.length() < 2) {
      throw HttpProblem.notFound("Expected an order number after the slash.");
    }
    show("order", Map.of("details", archive.details(path.substring(1))), request, response);
  }
}
