package org.petlab.pages.signon;

import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.petlab.pages.ClientKind;

/** Leads from an application's address to the page that web.xml names as {@code page}. */
public class FirstPage extends HttpServlet {

  /** Where to go instead when a request asks for nothing but its application; null otherwise. */
  static String redirectTarget(HttpServletRequest request) {
    ServletRegistration here = request.getServletContext().getServletRegistration("first-page");
    return here != null && "/".equals(ClientKind.path(request))
        ? request.getContextPath() + here.getInitParameter("page")
        : null;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.sendRedirect(request.getContextPath() + getInitParameter("page"));
  }
}
