package org.petlab.pages.signon;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.io.Serializable;
import java.util.Set;

/** Who is signed on, as the session remembers it: no request asks a database for it. */
public record CurrentUser(String name, Set<String> roles) implements Serializable {
  private static final String ATTRIBUTE = CurrentUser.class.getName();

  /** Whoever is signed on in the request's session; null when nobody is, or there is none. */
  static CurrentUser of(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session == null ? null : (CurrentUser) session.getAttribute(ATTRIBUTE);
  }

  /** From now on the request's session is this person's; what else it holds stays. */
  public void remember(HttpServletRequest request) {
    request.getSession().setAttribute(ATTRIBUTE, this);
    // Another id, so that nobody who knew the one before is signed on too.
    request.changeSessionId();
  }
}
