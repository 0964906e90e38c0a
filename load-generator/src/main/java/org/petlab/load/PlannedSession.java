package org.petlab.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One customer who comes once.
 *
 * @param dueNs when, after the begin of the load
 * @param thinkNs how long they think before each request but the first
 * @param values what they choose, by placeholder
 */
public record PlannedSession(int number, long dueNs, long[] thinkNs, Map<String, String> values) {

  /** A text with the values of the session in place of what stands in braces. */
  public String filled(String template) {
    String text = template;
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("{" + value.getKey() + "}", value.getValue());
    }
    return text;
  }

  /**
   * Reads the sessions of a file, a line each in the order of their due times.
   *
   * @param thinkTimes how many each of them has
   * @throws BadPlanException with what was expected
   */
  public static List<PlannedSession> read(Path file, int thinkTimes) throws BadPlanException {
    try (Stream<String> lines = Files.lines(file)) {
      List<String> all = lines.toList();
      List<PlannedSession> sessions = new ArrayList<>();
      if (all.size() < 2 || !all.getFirst().startsWith("due_ns,think_ns,")) {
        throw new BadPlanException(
            file + ": expected the columns due_ns, think_ns and others, and at least one session");
      }
      String[] columns = all.getFirst().split(",");
      for (String line : all.subList(1, all.size())) {
        sessions.add(session(file, columns, line, sessions, thinkTimes));
      }
      return List.copyOf(sessions);
    } catch (IOException missing) {
      throw new BadPlanException(
          file + ": expected the sessions, which cannot be read: " + missing);
    }
  }

  private static PlannedSession session(
      Path file, String[] columns, String line, List<PlannedSession> before, int thinkTimes)
      throws BadPlanException {
    String[] cells = line.split(",", -1);
    String place = file + ": line " + (before.size() + 2);
    if (cells.length != columns.length) {
      throw new BadPlanException(
          place + ": expected " + columns.length + " cells, got " + cells.length);
    }
    try {
      long dueNs = Long.parseLong(cells[0]);
      long[] thinkNs =
          cells[1].isEmpty()
              ? new long[0]
              : Stream.of(cells[1].split(" ")).mapToLong(Long::parseLong).toArray();
      if (thinkNs.length != thinkTimes) {
        throw new BadPlanException(
            place + ": expected " + thinkTimes + " think times, got " + thinkNs.length);
      }
      if (dueNs < (before.isEmpty() ? 0 : before.getLast().dueNs())) {
        throw new BadPlanException(place + ": expected sessions in the order of their due times");
      }
      Map<String, String> values = new LinkedHashMap<>();
      for (int i = 2; i < columns.length; i++) {
        values.put(columns[i], cells[i]);
      }
      return new PlannedSession(before.size(), dueNs, thinkNs, values);
    } catch (NumberFormatException wrong) {
      throw new BadPlanException(place + ": expected whole nanoseconds, " + wrong.getMessage());
    }
  }
}
