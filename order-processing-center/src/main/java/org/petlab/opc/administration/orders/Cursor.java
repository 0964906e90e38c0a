package org.petlab.opc.administration.orders;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.Identifier;

/**
 * A place in the list of orders, newest first: just behind this order. It stays the same place when
 * new orders arrive, and is found by an index however far down it is.
 */
record Cursor(long receivedNs, String orderId) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,19})-(" + Identifier.FORM + ")");

  static Cursor read(String text) {
    Matcher cursor = FORM.matcher(text);
    if (!cursor.matches()) {
      throw HttpProblem.badRequest(
          "'" + text + "' is not a valid cursor: use the value of 'next'.");
    }
    try {
      return new Cursor(Long.parseLong(cursor.group(1)), cursor.group(2));
    } catch (NumberFormatException e) {
      throw HttpProblem.badRequest(
          "'" + text + "' is not a valid cursor: use the value of 'next'.");
    }
  }

  @Override
  public String toString() {
    return receivedNs + "-" + orderId;
  }
}
