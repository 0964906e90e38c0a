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
  /**
   * A page that fits is sent whole and with its length: so an error in its midst can still become
   * an error page, and who reads it knows when a dead server has sent only a part. A larger buffer
   * the server would make anew for each page; this one it keeps.
   */
  private static final int BUFFER_BYTES = 64 * 1024;

  @Inject private Instance<PageModelContributor> contributors;

  /** Answers with the page of that name; the page sees the model's entries. */
  public void show(
      String page, Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    // What is around each page tells who is there, so no page may be kept for somebody else.
    response.setHeader(
        "Cache-Control", request.getSession(false) == null ? "private, no-cache" : "no-store");
    contributors.forEach(contributor -> contributor.addTo(request));
    model.forEach(request::setAttribute);
    response.setBufferSize(BUFFER_BYTES);
    response.setContentType("text/html;charset=UTF-8");
    // Payara flushes what was forwarded before it closes it, and then the length comes too late.
    request.getRequestDispatcher("/WEB-INF/pages/" + page + ".jsp").include(request, response);
  }
}
