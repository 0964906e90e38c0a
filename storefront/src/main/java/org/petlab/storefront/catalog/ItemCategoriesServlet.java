package org.petlab.storefront.catalog;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.stream.JsonGenerator;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.petlab.workflow.access.BasicCredential;
import org.petlab.workflow.kernel.Application;

/**
 * Tells the order processing center the name of each item's category, {@code GET /item-categories}:
 * it knows what was bought, but not what kind of thing that is.
 */
@WebServlet("/item-categories")
public class ItemCategoriesServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final String CATEGORIES =
      """
      select i.id, c.name from item i join product p on p.id = i.product_id
      join category c on c.id = p.category_id\
      """;

  @Resource(lookup = "jdbc/storefront")
  private transient DataSource database;

  @Inject private transient BasicCredential credential;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!credential.isOf(Application.OPC, request.getHeader("Authorization"))) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"Petlab applications\"");
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      response.setContentType("text/plain;charset=UTF-8");
      response.getWriter().println("Only the order processing center may ask");
      return;
    }
    response.setContentType("application/json");
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(CATEGORIES);
        JsonGenerator answer = Json.createGenerator(response.getOutputStream())) {
      answer.writeStartObject();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          answer.write(row.getString(1), row.getString(2));
        }
      }
      answer.writeEnd();
    } catch (SQLException e) {
      throw new IllegalStateException("Could not read the catalogue: " + e.getMessage(), e);
    }
  }
}
