package org.petlab.workflow.kernel.documents;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.petlab.documents.Line;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/** The numbers by which a document's lines are told apart, also those of the same item. */
public final class LineNumbers {
  private LineNumbers() {}

  /**
   * Gives each line that has none the number of its place, from 1.
   *
   * @throws UnreadableDocumentException when two lines have the same then
   */
  public static void complete(List<Line> lines) {
    for (int place = 1; place <= lines.size(); place++) {
      Line line = lines.get(place - 1);
      if (line.getNumber() == null) {
        line.setNumber(place);
      }
    }
    requireDistinct(lines);
  }

  /**
   * @throws UnreadableDocumentException when a line has no number, or two have the same
   */
  public static void requireNumbers(List<Line> lines) {
    if (lines.stream().anyMatch(line -> line.getNumber() == null)) {
      throw new UnreadableDocumentException(
          "Expected a number in each line: that of the order's line");
    }
    requireDistinct(lines);
  }

  private static void requireDistinct(List<Line> lines) {
    Set<Integer> known = new HashSet<>();
    for (Line line : lines) {
      if (!known.add(line.getNumber())) {
        throw new UnreadableDocumentException(
            "Two lines have the number %d: give each its own, or none at all"
                .formatted(line.getNumber()));
      }
    }
  }
}
