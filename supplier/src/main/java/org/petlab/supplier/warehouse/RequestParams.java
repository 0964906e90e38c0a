package org.petlab.supplier.warehouse;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.petlab.pages.HttpProblem;

/** What a visitor typed or chose, read strictly. */
final class RequestParams {
  private RequestParams() {}

  /** The number of an order or item, or a part of it; empty when nothing was typed. */
  static String id(HttpServletRequest request, String parameter) {
    String typed = text(request, parameter);
    if (!typed.matches("[A-Za-z0-9._-]{0,64}")) {
      throw HttpProblem.badRequest(
          "The number of an " + parameter + " has letters, digits, dots and dashes only.");
    }
    return typed;
  }

  /** One of these words; the first when none was chosen. */
  static String choice(HttpServletRequest request, String parameter, List<String> words) {
    String chosen = text(request, parameter);
    if (chosen.isEmpty()) {
      return words.getFirst();
    }
    if (!words.contains(chosen)) {
      throw HttpProblem.badRequest(
          "Expected " + parameter + " to be one of: " + String.join(", ", words) + ".");
    }
    return chosen;
  }

  /** A whole number from 0 to a largest. */
  static int number(String typed, String what, int largest) {
    String text = typed == null ? "" : typed.strip();
    if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) > largest) {
      throw HttpProblem.badRequest(what + " must be a whole number from 0 to " + largest + ".");
    }
    return Integer.parseInt(text);
  }

  private static String text(HttpServletRequest request, String parameter) {
    String typed = request.getParameter(parameter);
    return typed == null ? "" : typed.strip();
  }
}
