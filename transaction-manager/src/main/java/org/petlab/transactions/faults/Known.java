package org.petlab.transactions.faults;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the one of a few that is meant by a name. */
final class Known {
  private Known() {}

  /**
   * @throws IllegalArgumentException if none has the name; the message lists those that there are
   */
  static <T> T named(T[] all, Function<T, String> name, String wanted) {
    return Arrays.stream(all)
        .filter(one -> name.apply(one).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is unknown, expected one of %s"
                        .formatted(
                            wanted,
                            Arrays.stream(all).map(name).collect(Collectors.joining(", ")))));
  }
}
