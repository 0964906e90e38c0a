package org.petlab.transactions.faults;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds an enum constant by its name in settings. */
final class EnumLookup {
  private EnumLookup() {}

  /**
   * @throws IllegalArgumentException if none has the name; the message lists those that there are
   */
  static <T> T byName(T[] constants, Function<T, String> name, String wanted) {
    return Arrays.stream(constants)
        .filter(constant -> name.apply(constant).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is unknown, expected one of %s"
                        .formatted(
                            wanted,
                            Arrays.stream(constants).map(name).collect(Collectors.joining(", ")))));
  }
}
