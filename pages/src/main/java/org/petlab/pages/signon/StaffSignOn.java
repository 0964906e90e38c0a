package org.petlab.pages.signon;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;

/** The sign-on page of the administration and of the supplier; web.xml puts it there. */
public class StaffSignOn extends PageServlet {
  @Inject private transient Authenticator authenticator;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("signon", Map.of("next", next(request)), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String next = next(request);
    authenticator.authenticate(request, next).remember(request);
    response.sendRedirect(request.getContextPath() + next, HttpServletResponse.SC_SEE_OTHER);
  }

  private static String next(HttpServletRequest request) {
    return SafeRedirect.of(request.getParameter("next"));
  }
}
