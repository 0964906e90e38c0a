package org.petlab.transactions.faults;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A slowdown of known size: whenever a step passes this point at this place, it waits so long.
 * Written {@code received@approving 0.8 ms}.
 *
 * @param place name of the step at {@code received}, of the transition at {@code worked} and {@code
 *     sent}
 */
record StepDelay(CrashPoint point, String place, Duration delay) {
  private static final Pattern WRITTEN =
      Pattern.compile("([a-z]+)@([a-z]+(?:-[a-z]+)*) ([0-9]{1,5}(?:\\.[0-9]{1,3})?) ms");

  StepDelay {
    if (!point.isOfStep()) {
      throw new IllegalArgumentException(
          "Expected received, worked or sent, for which the order is known, got '%s'"
              .formatted(point.settingName()));
    }
    if (!delay.isPositive()) {
      throw new IllegalArgumentException("Expected a delay of more than 0 ms");
    }
  }

  /**
   * Reads a delay.
   *
   * @throws IllegalArgumentException when it is none; the message says what was expected
   */
  static StepDelay parse(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw new IllegalArgumentException(
          "Expected none or point@place milliseconds, such as received@approving 0.8 ms, got '%s'"
              .formatted(text));
    }
    long nanos = new BigDecimal(written.group(3)).movePointRight(6).longValueExact();
    return new StepDelay(
        CrashPoint.named(written.group(1)), written.group(2), Duration.ofNanos(nanos));
  }

  boolean isMetBy(CrashPoint passed, String at) {
    return point == passed && place.equals(at);
  }
}
