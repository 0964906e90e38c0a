package org.petlab.supplier.warehouse;

import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.stream.JsonGenerator;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.petlab.workflow.access.BasicCredential;
import org.petlab.workflow.kernel.Application;

/**
 * Tells the storefront how many of each item are on hand: {@code GET /stock}, or of some: {@code
 * GET /stock?item=EST-1&item=EST-2}. Items that are not known are left out.
 */
@WebServlet("/stock")
public class StockOnHand extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final int MAX_ITEMS = 200;
  private static final String ALL = "select s.itemId, s.onHand from StockItem s";

  @PersistenceContext private transient EntityManager entities;
  @Inject private transient BasicCredential credential;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!credential.isOf(Application.STOREFRONT, request.getHeader("Authorization"))) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"Petlab applications\"");
      refuse(response, HttpServletResponse.SC_UNAUTHORIZED, "Only the storefront may ask");
      return;
    }
    String[] requested = request.getParameterValues("item");
    if (requested != null && requested.length > MAX_ITEMS) {
      String reason = "Ask for at most " + MAX_ITEMS + " items at once";
      refuse(response, HttpServletResponse.SC_BAD_REQUEST, reason);
      return;
    }
    response.setContentType("application/json;charset=UTF-8");
    try (JsonGenerator json = Json.createGenerator(response.getWriter())) {
      json.writeStartObject();
      onHand(requested).forEach(row -> json.write((String) row[0], (Integer) row[1]));
      json.writeEnd();
    }
  }

  private List<Object[]> onHand(String[] items) {
    return items == null
        ? entities.createQuery(ALL, Object[].class).getResultList()
        : entities
            .createQuery(ALL + " where s.itemId in :items", Object[].class)
            .setParameter("items", Arrays.asList(items))
            .getResultList();
  }

  private static void refuse(HttpServletResponse response, int status, String reason)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().println(reason);
  }
}
