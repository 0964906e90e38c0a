package org.petlab.supplier.warehouse;

import java.util.List;
import java.util.function.Function;

/**
 * A part of a long list.
 *
 * @param next where the next part begins; empty on the last
 */
public record Slice<T>(List<T> rows, String next) {
  static final int ROWS = 30;

  /** One row more than is shown tells whether there are others behind. */
  static final int ASKED = ROWS + 1;

  static <T> Slice<T> of(List<T> found, Function<T, String> position) {
    if (found.size() <= ROWS) {
      return new Slice<>(List.copyOf(found), "");
    }
    return new Slice<>(List.copyOf(found.subList(0, ROWS)), position.apply(found.get(ROWS - 1)));
  }
}
