package org.petlab.supplier.warehouse;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** What was done, to be said once on the page that a change leads to. */
final class Said {
  private static final String ATTRIBUTE = Said.class.getName();

  private Said() {}

  static void leave(HttpServletRequest request, String sentence) {
    request.getSession().setAttribute(ATTRIBUTE, sentence);
  }

  /** The sentence that was left; empty when there is none. */
  static String taken(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    Object sentence = session == null ? null : session.getAttribute(ATTRIBUTE);
    if (sentence == null) {
      return "";
    }
    session.removeAttribute(ATTRIBUTE);
    return sentence.toString();
  }
}
