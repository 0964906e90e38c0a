package org.petlab.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** A servlet that answers with a page. */
public abstract class PageServlet extends HttpServlet {
  @Inject private transient Pages pages;

  /** Answers with the page of that name; the page sees the model's entries. */
  protected void show(
      String page, Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    pages.show(page, model, request, response);
  }
}
