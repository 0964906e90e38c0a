package org.petlab.storefront.customers;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import org.petlab.pages.PageServlet;

/** Ends the visit. */
@WebServlet("/signoff")
public class SignOff extends PageServlet {

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
    response.sendRedirect(request.getContextPath() + "/", HttpServletResponse.SC_SEE_OTHER);
  }
}
