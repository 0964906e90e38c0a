package org.petlab.opc.administration.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.opc.administration.Dates;
import org.petlab.opc.administration.sales.Sales;
import org.petlab.opc.administration.sales.SalesQueries;
import org.petlab.pages.PageServlet;

/** What was sold over a range of dates, by category and day. */
@WebServlet("/admin/sales")
public class SalesPage extends PageServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient SalesQueries book;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Sales sales =
        book.between(
            Dates.read("from", request.getParameter("from")),
            Dates.read("to", request.getParameter("to")));
    show("sales", Map.of("sales", sales, "chart", SalesChart.of(sales)), request, response);
  }
}
