package org.petlab.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.workflow.observability.measuring.MeasuredPage;

/** A servlet that answers with a page. */
public abstract class PageServlet extends HttpServlet {
  @Inject private transient Pages pages;
  private String address;

  @Override
  public void init() {
    address = address(getServletContext(), getServletName());
  }

  /** Where a servlet answers, as it is declared: one of a few, whatever is asked for. */
  static String address(ServletContext application, String servlet) {
    String pattern =
        application.getServletRegistration(servlet).getMappings().stream()
            .sorted()
            .findFirst()
            .orElse("");
    return application.getContextPath() + (pattern.isEmpty() ? "/" : pattern);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    MeasuredPage measured = MeasuredPage.begin(address);
    try {
      super.service(request, response);
    } finally {
      measured.end();
    }
  }

  /** Answers with the page of that name; the page sees the model's entries. */
  protected void show(
      String page, Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    pages.show(page, model, request, response);
  }
}
