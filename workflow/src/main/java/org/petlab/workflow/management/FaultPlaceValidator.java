package org.petlab.workflow.management;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.Transition;

/**
 * Checks the place in a fault spec, {@code point@place:…}. The server's crash points know no step
 * by its name: a misspelt one would wait for ever.
 */
final class FaultPlaceValidator {
  private static final Pattern SPEC = Pattern.compile("([^@:]*)@([^:]*)");
  private static final Pattern IN_LEVEL = Pattern.compile("([^@:,]*)@([^ ,]*)");

  private FaultPlaceValidator() {}

  /**
   * @throws IllegalArgumentException when there is a place and it is not known
   */
  static void check(String spec) {
    Matcher where = SPEC.matcher(spec);
    if (where.lookingAt()) {
      checkPlace(where.group(1), where.group(2));
    }
  }

  /**
   * Checks the places in a choice of delays, {@code point@place 1 ms}, of which there may be
   * several.
   *
   * @throws IllegalArgumentException when one is not known
   */
  static void checkDelays(String choice) {
    IN_LEVEL.matcher(choice).results().forEach(where -> checkPlace(where.group(1), where.group(2)));
  }

  private static void checkPlace(String point, String place) {
    List<String> known = placesOf(point);
    if (!known.contains(place)) {
      throw new IllegalArgumentException(
          "'%s' is no place of %s, expected one of %s"
              .formatted(place, point, String.join(", ", known)));
    }
  }

  private static List<String> placesOf(String point) {
    return point.equals("received")
        ? Arrays.stream(Step.values()).map(Step::id).toList()
        : Arrays.stream(Transition.values()).map(Transition::id).toList();
  }
}
