package org.petlab.storefront.customers;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.petlab.pages.PageServlet;
import org.petlab.pages.signon.SessionEnd;

/** Ends the visit. */
@WebServlet("/signoff")
public class SignOff extends PageServlet {

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SessionEnd.of(request, response);
    response.sendRedirect(request.getContextPath() + "/", HttpServletResponse.SC_SEE_OTHER);
  }
}
