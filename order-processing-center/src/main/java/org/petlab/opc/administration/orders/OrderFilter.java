package org.petlab.opc.administration.orders;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.petlab.opc.administration.Dates;
import org.petlab.opc.orders.OrderState;
import org.petlab.pages.HttpProblem;

/**
 * Which orders are asked for. What is null restricts nothing.
 *
 * @param waiting only those that wait for a person's decision
 * @param from the first day on which they were received, UTC
 * @param to the last one
 * @param text with what the order's number or the customer's e-mail address begins
 * @param after the place in the list behind which to go on
 */
public record OrderFilter(
    OrderState state,
    boolean waiting,
    String customer,
    LocalDate from,
    LocalDate to,
    String text,
    Cursor after,
    int limit) {
  private static final int LIMIT = 50;
  private static final int MAX_LIMIT = 500;
  private static final int MAX_CHARACTERS = 200;

  /** Reads a request's parameters; those that are missing or empty restrict nothing. */
  public static OrderFilter read(UnaryOperator<String> parameter) {
    String after = text("after", parameter);
    OrderFilter filter =
        new OrderFilter(
            state(text("state", parameter)),
            waiting(text("waiting", parameter)),
            text("customer", parameter),
            Dates.read("from", parameter.apply("from")),
            Dates.read("to", parameter.apply("to")),
            text("text", parameter),
            after == null ? null : Cursor.read(after),
            limit(text("limit", parameter)));
    if (filter.from != null && filter.to != null && filter.to.isBefore(filter.from)) {
      throw HttpProblem.badRequest("The range of dates ends before it begins.");
    }
    return filter;
  }

  private static String text(String name, UnaryOperator<String> parameter) {
    String value = parameter.apply(name);
    if (value == null || value.isBlank()) {
      return null;
    }
    if (value.length() > MAX_CHARACTERS || value.codePoints().anyMatch(Character::isISOControl)) {
      throw HttpProblem.badRequest(
          "'%s' may have at most %d characters, all printable.".formatted(name, MAX_CHARACTERS));
    }
    return value.strip();
  }

  private static OrderState state(String text) {
    try {
      return text == null ? null : OrderState.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badRequest(
          "No state is called '%s'; known are %s."
              .formatted(text, Arrays.toString(OrderState.values())));
    }
  }

  private static boolean waiting(String text) {
    if (text != null && !text.matches("true|false")) {
      throw HttpProblem.badRequest("Expected true or false for 'waiting', got '" + text + "'.");
    }
    return "true".equals(text);
  }

  private static int limit(String text) {
    if (text == null) {
      return LIMIT;
    }
    if (!text.matches("[1-9]\\d{0,2}") || Integer.parseInt(text) > MAX_LIMIT) {
      throw HttpProblem.badRequest(
          "Expected a number from 1 to %d for 'limit', got '%s'.".formatted(MAX_LIMIT, text));
    }
    return Integer.parseInt(text);
  }
}
