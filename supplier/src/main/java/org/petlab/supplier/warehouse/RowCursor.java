package org.petlab.supplier.warehouse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.pages.HttpProblem;

/**
 * A row's place in a list that has the newest first: its moment, and its key among those of the
 * same moment. What is older comes after it.
 *
 * @param ns wall clock since the epoch
 */
public record RowCursor(long ns, String id) {
  static final RowCursor START = new RowCursor(Long.MAX_VALUE, "");

  private static final Pattern FORM = Pattern.compile("([0-9]{1,19})_([A-Za-z0-9._-]{1,80})");

  /** Reads what {@link #text} wrote; without anything it is the start of the list. */
  static RowCursor read(String text) {
    if (text == null || text.isEmpty()) {
      return START;
    }
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      try {
        return new RowCursor(Long.parseLong(matcher.group(1)), matcher.group(2));
      } catch (NumberFormatException e) {
        throw HttpProblem.notFound("This list has no such page: " + e.getMessage());
      }
    }
    throw HttpProblem.notFound("This list has no such page.");
  }

  String text() {
    return ns + "_" + id;
  }

  boolean isAfter(RowCursor other) {
    return ns < other.ns || ns == other.ns && id.compareTo(other.id) < 0;
  }
}
