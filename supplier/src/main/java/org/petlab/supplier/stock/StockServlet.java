package org.petlab.supplier.stock;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import org.petlab.workflow.Application;
import org.petlab.workflow.inbox.BasicCredential;

/**
 * Tells the storefront what is on hand, all items at once: {@code GET /stock} answers a CSV table
 * {@code item_id,on_hand}.
 */
@WebServlet("/stock")
public class StockServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient Stock stock;
  @Inject private transient BasicCredential credential;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setCharacterEncoding("UTF-8");
    PrintWriter answer = response.getWriter();
    if (!credential.isOf(Application.STOREFRONT, request.getHeader("Authorization"))) {
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      response.setHeader("WWW-Authenticate", "Basic realm=\"Petlab applications\"");
      response.setContentType("text/plain");
      answer.print("Only the storefront may ask");
      return;
    }
    response.setContentType("text/csv");
    answer.print("item_id,on_hand\n");
    for (Map.Entry<String, Integer> item : stock.onHand().entrySet()) {
      answer.print(item.getKey() + "," + item.getValue() + "\n");
    }
  }
}
