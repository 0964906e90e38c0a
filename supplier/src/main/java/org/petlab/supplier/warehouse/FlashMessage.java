package org.petlab.supplier.warehouse;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** A message shown once on the page that a change leads to. */
final class FlashMessage {
  private static final String ATTRIBUTE = FlashMessage.class.getName();

  private FlashMessage() {}

  static void put(HttpServletRequest request, String sentence) {
    request.getSession().setAttribute(ATTRIBUTE, sentence);
  }

  /** The sentence that was left; empty when there is none. */
  static String take(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    Object sentence = session == null ? null : session.getAttribute(ATTRIBUTE);
    if (sentence == null) {
      return "";
    }
    session.removeAttribute(ATTRIBUTE);
    return sentence.toString();
  }
}
