package org.petlab.transactions.faults;

import java.time.Duration;

/**
 * What will happen: at a point, perhaps only at one place of it, an action, at an occurrence.
 * Written {@code point[@place]:action[:when[:delay in milliseconds]]}, as in {@code
 * log-written:halt:3} or {@code sent@supplier-order:throw:each-20}.
 *
 * @param place name of the step at {@code received}, of the transition at {@code worked} and {@code
 *     sent}; empty for any
 */
record FaultSpec(
    CrashPoint point, String place, CrashAction action, Occurrence occurrence, Duration delay) {
  private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

  FaultSpec {
    if (!place.isEmpty() && !point.isOfStep()) {
      throw new IllegalArgumentException(
          point.settingName() + " is no point of a step, so it has no place '" + place + "'");
    }
    if (action == CrashAction.ERROR && !point.isOfStep()) {
      throw new IllegalArgumentException(
          point.settingName() + " is no point of a step, so expected halt, throw or delay there");
    }
  }

  /**
   * Reads a fault spec.
   *
   * @throws IllegalArgumentException if the text is none; the message says what was expected
   */
  static FaultSpec parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length < 2 || parts.length > 4) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a fault spec, expected point[@place]:action[:when[:delay-ms]]");
    }
    String[] where = parts[0].split("@", 2);
    return new FaultSpec(
        CrashPoint.named(where[0]),
        where.length > 1 ? place(where[1]) : "",
        CrashAction.named(parts[1]),
        parts.length > 2 ? Occurrence.parse(parts[2]) : Occurrence.FIRST,
        parts.length > 3 ? delay(parts[3]) : DEFAULT_DELAY);
  }

  private static String place(String text) {
    if (!text.matches("[a-z]+(-[a-z]+)*")) {
      throw new IllegalArgumentException(
          "'" + text + "' is no place, expected the name of a step or of a transition");
    }
    return text;
  }

  private static Duration delay(String text) {
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException("delay-ms is '" + text + "', expected a number from 1 on");
    }
    return Duration.ofMillis(Long.parseLong(text));
  }

  boolean isMetBy(CrashPoint passed, String at) {
    return point == passed && (place.isEmpty() || place.equals(at));
  }

  @Override
  public String toString() {
    return "%s%s:%s:%s:%d"
        .formatted(
            point.settingName(),
            place.isEmpty() ? "" : "@" + place,
            action.settingName(),
            occurrence,
            delay.toMillis());
  }
}
