package org.petlab.load;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is to be played: {@code plan.json} (where to, which requests, how much at once) and {@code
 * sessions.csv}, a line for each session in the order of their due times.
 *
 * @param sessionLimit how many sessions there can be at once
 * @param connections how many connections there can be at once
 * @param answers by what words a customer is told what became of the order; null: nobody asks
 */
record LoadPlan(
    URI store,
    int sessionLimit,
    int connections,
    long durationMs,
    List<RequestTemplate> requests,
    AnswerWords answers,
    List<PlannedSession> sessions) {

  /** One request; what stands in braces is filled by the values of the session. */
  record RequestTemplate(String method, String path, String form) {}

  /**
   * One customer who comes once.
   *
   * @param dueNs when, after the begin of the load
   * @param thinkNs how long they think before each request but the first
   */
  record PlannedSession(int number, long dueNs, long[] thinkNs, Map<String, String> values) {

    String filled(String template) {
      String text = template;
      for (Map.Entry<String, String> value : values.entrySet()) {
        text = text.replace("{" + value.getKey() + "}", value.getValue());
      }
      return text;
    }
  }

  static LoadPlan read(Path folder) throws BadPlanException {
    JsonObject plan = readJson(folder.resolve("plan.json"));
    try {
      List<RequestTemplate> requests = requests(plan);
      JsonObject words = plan.getJsonObject("answers");
      return new LoadPlan(
          store(plan.getString("store")),
          positive(plan, "session_limit"),
          positive(plan, "connections"),
          positive(plan, "duration_ms"),
          requests,
          words == null ? null : AnswerWords.of(words),
          sessions(folder.resolve("sessions.csv"), requests.size()));
    } catch (ClassCastException | NullPointerException wrong) {
      throw new BadPlanException(
          folder.resolve("plan.json") + ": expected other types: " + wrong.getMessage());
    }
  }

  private static JsonObject readJson(Path file) throws BadPlanException {
    try {
      return new JsonObject(Files.readString(file));
    } catch (IOException missing) {
      throw new BadPlanException(file + ": expected a plan, which cannot be read: " + missing);
    } catch (RuntimeException malformed) {
      throw new BadPlanException(file + ": expected JSON: " + malformed.getMessage());
    }
  }

  private static URI store(String text) throws BadPlanException {
    URI store = text == null ? null : URI.create(text);
    if (store == null || store.getHost() == null || store.getPort() < 0) {
      throw new BadPlanException(
          "store: expected an address such as http://127.0.0.1:8080, got " + text);
    }
    return store;
  }

  private static int positive(JsonObject plan, String key) throws BadPlanException {
    Integer value = plan.getInteger(key);
    if (value == null || value < 1) {
      throw new BadPlanException(key + ": expected a whole number of at least 1, got " + value);
    }
    return value;
  }

  private static List<RequestTemplate> requests(JsonObject plan) throws BadPlanException {
    List<RequestTemplate> requests = new ArrayList<>();
    for (Object each : plan.getJsonArray("requests")) {
      JsonObject request = (JsonObject) each;
      String method = request.getString("method");
      if (!"GET".equals(method) && !"POST".equals(method)) {
        throw new BadPlanException("requests: expected the method GET or POST, got " + method);
      }
      requests.add(
          new RequestTemplate(method, request.getString("path"), request.getString("form", "")));
    }
    if (requests.isEmpty()) {
      throw new BadPlanException("requests: expected at least one");
    }
    return List.copyOf(requests);
  }

  private static List<PlannedSession> sessions(Path file, int requests) throws BadPlanException {
    try (Stream<String> lines = Files.lines(file)) {
      List<String> all = lines.toList();
      List<PlannedSession> sessions = new ArrayList<>();
      if (all.size() < 2 || !all.getFirst().startsWith("due_ns,think_ns,")) {
        throw new BadPlanException(
            file + ": expected the columns due_ns, think_ns and others, and at least one session");
      }
      String[] columns = all.getFirst().split(",");
      for (String line : all.subList(1, all.size())) {
        sessions.add(session(file, columns, line, sessions, requests));
      }
      return List.copyOf(sessions);
    } catch (IOException missing) {
      throw new BadPlanException(
          file + ": expected the sessions, which cannot be read: " + missing);
    }
  }

  private static PlannedSession session(
      Path file, String[] columns, String line, List<PlannedSession> before, int requests)
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
      if (thinkNs.length != requests - 1) {
        throw new BadPlanException(
            place + ": expected " + (requests - 1) + " think times, got " + thinkNs.length);
      }
      if (dueNs < (before.isEmpty() ? 0 : before.getLast().dueNs())) {
        throw new BadPlanException(place + ": expected sessions in the order of their due times");
      }
      Map<String, String> values = new java.util.LinkedHashMap<>();
      for (int i = 2; i < columns.length; i++) {
        values.put(columns[i], cells[i]);
      }
      return new PlannedSession(before.size(), dueNs, thinkNs, values);
    } catch (NumberFormatException wrong) {
      throw new BadPlanException(place + ": expected whole nanoseconds, " + wrong.getMessage());
    }
  }
}
