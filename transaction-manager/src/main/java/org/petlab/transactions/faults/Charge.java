package org.petlab.transactions.faults;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One thing that will happen once: at a point, at its n-th passing, an action. Written {@code
 * point:action[:passing [:delay in milliseconds]]}, as in {@code log-written:halt:3}.
 */
record Charge(CrashPoint point, CrashAction action, long passing, Duration delay) {
  private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

  /**
   * Reads a charge.
   *
   * @throws IllegalArgumentException if the text is none; the message says what was expected
   */
  static Charge parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length < 2 || parts.length > 4) {
      throw new IllegalArgumentException(
          "'" + text + "' is no crash point, expected point:action[:passing[:delay-ms]]");
    }
    return new Charge(
        named(CrashPoint.values(), CrashPoint::settingName, parts[0]),
        named(CrashAction.values(), CrashAction::settingName, parts[1]),
        parts.length > 2 ? number("passing", parts[2]) : 1,
        parts.length > 3 ? Duration.ofMillis(number("delay-ms", parts[3])) : DEFAULT_DELAY);
  }

  private static <T> T named(T[] all, Function<T, String> name, String wanted) {
    return Arrays.stream(all)
        .filter(one -> name.apply(one).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + wanted
                        + "' is unknown, expected one of "
                        + Arrays.stream(all).map(name).collect(Collectors.joining(", "))));
  }

  private static long number(String what, String text) {
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(what + " is '" + text + "', expected a number from 1 on");
    }
    return Long.parseLong(text);
  }

  @Override
  public String toString() {
    return "%s:%s:%d:%d"
        .formatted(point.settingName(), action.settingName(), passing, delay.toMillis());
  }
}
