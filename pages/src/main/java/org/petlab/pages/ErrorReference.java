package org.petlab.pages;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;

/** The reference of an error in its response and in the log. */
final class ErrorReference {
  private static final Logger LOG = System.getLogger(ErrorReference.class.getName());
  private static final String ATTRIBUTE = ErrorReference.class.getName();
  // Nothing that is taken for something else when it is read out.
  private static final String ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  private static final int CHARACTERS = 8;
  private static final int MAX_PATH = 200;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ErrorReference() {}

  /**
   * The reference of the request's error; the first time it is logged with its stack trace.
   *
   * @param error null when all that is known is the answer's status
   */
  static String of(Throwable error, HttpServletRequest request) {
    if (request.getAttribute(ATTRIBUTE) instanceof String known) {
      return known;
    }
    String reference = drawn();
    request.setAttribute(ATTRIBUTE, reference);
    String what = "Error " + reference + " at " + request.getMethod() + " " + path(request);
    LOG.log(Level.ERROR, what, error);
    return reference;
  }

  private static String path(HttpServletRequest request) {
    String path = ClientKind.path(request);
    return path.length() > MAX_PATH ? path.substring(0, MAX_PATH) + "…" : path;
  }

  private static String drawn() {
    StringBuilder reference = new StringBuilder();
    RANDOM
        .ints(CHARACTERS, 0, ALPHABET.length())
        .forEach(index -> reference.append(ALPHABET.charAt(index)));
    return reference.toString();
  }
}
