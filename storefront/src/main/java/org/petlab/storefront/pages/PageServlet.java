package org.petlab.storefront.pages;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** A servlet that answers with a page. */
public abstract class PageServlet extends HttpServlet {

  /** Answers with the page of that name; the page sees the model's entries. */
  protected static void show(
      String page, Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Pages.show(page, model, request, response);
  }
}
