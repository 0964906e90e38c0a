package org.petlab.storefront.catalog;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;

/** The store's front: its categories. */
@WebServlet("")
public class HomePage extends PageServlet {
  @Inject private CurrentCatalog catalog;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("home", Map.of("categories", catalog.get().categories()), request, response);
  }
}
