package org.petlab.supplier.warehouse;

import java.util.List;
import java.util.function.Function;

/**
 * A page of a long list.
 *
 * @param next where the next page begins; empty on the last
 */
public record Page<T>(List<T> rows, String next) {
  static final int ROWS = 30;

  /** One row more than is shown tells whether there are more. */
  static final int FETCH_SIZE = ROWS + 1;

  static <T> Page<T> of(List<T> found, Function<T, String> cursor) {
    if (found.size() <= ROWS) {
      return new Page<>(List.copyOf(found), "");
    }
    return new Page<>(List.copyOf(found.subList(0, ROWS)), cursor.apply(found.get(ROWS - 1)));
  }
}
