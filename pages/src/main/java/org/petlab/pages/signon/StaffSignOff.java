package org.petlab.pages.signon;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Ends the session of somebody of the staff. */
public class StaffSignOff extends HttpServlet {

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SessionEnd.of(request, response);
    response.sendRedirect(request.getContextPath() + "/signon", HttpServletResponse.SC_SEE_OTHER);
  }
}
