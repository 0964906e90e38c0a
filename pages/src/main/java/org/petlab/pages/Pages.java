package org.petlab.pages;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** Shows pages, which lie under WEB-INF so that nobody gets at them directly. */
@ApplicationScoped
public class Pages {
  @Inject private Instance<Surroundings> surroundings;

  /** Answers with the page of that name; the page sees the model's entries. */
  public void show(
      String page, Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    // What stands around each page tells who is there, so no page may be kept for somebody else.
    response.setHeader(
        "Cache-Control", request.getSession(false) == null ? "private, no-cache" : "no-store");
    surroundings.forEach(around -> around.addTo(request));
    model.forEach(request::setAttribute);
    request.getRequestDispatcher("/WEB-INF/pages/" + page + ".jsp").forward(request, response);
  }
}
