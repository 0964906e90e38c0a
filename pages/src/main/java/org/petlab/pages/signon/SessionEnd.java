package org.petlab.pages.signon;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

/** Ends a session where its visitor wants it to end. */
public final class SessionEnd {
  private static final String USUAL_NAME = "JSESSIONID";

  private SessionEnd() {}

  /** The browser forgets it, too: else its next visit would be taken for one that has expired. */
  public static void of(HttpServletRequest request, HttpServletResponse response) {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
    if (request.getRequestedSessionId() != null) {
      String name = request.getServletContext().getSessionCookieConfig().getName();
      Cookie ended = new Cookie(name == null ? USUAL_NAME : name, "");
      ended.setPath(request.getContextPath());
      ended.setMaxAge(0);
      ended.setHttpOnly(true);
      ended.setSecure(request.isSecure());
      response.addCookie(ended);
    }
  }
}
