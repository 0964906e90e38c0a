package org.petlab.load;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is to be played: {@code plan.json} (where to, which requests, how much at once) and {@code
 * sessions.csv}, a line for each session in the order of their due times.
 *
 * @param sessionLimit how many sessions there can be at once
 * @param connections how many connections there can be at once
 * @param answersTimeoutMs how long the end of the load waits for what was due before
 * @param answers by what words a customer is told what became of the order; null: nobody asks
 */
record LoadPlan(
    URI store,
    int sessionLimit,
    int connections,
    long durationMs,
    long answersTimeoutMs,
    List<RequestTemplate> requests,
    AnswerWords answers,
    List<PlannedSession> sessions) {

  private static final Set<String> SCHEMES = Set.of("http", "https");

  /** One request; what stands in braces is filled by the values of the session. */
  record RequestTemplate(String method, String path, String form) {}

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
          positive(plan, "answers_timeout_ms"),
          requests,
          words == null ? null : AnswerWords.of(words),
          PlannedSession.read(folder.resolve("sessions.csv"), requests.size() - 1));
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
    try {
      URI store = new URI(text == null ? "" : text);
      if (SCHEMES.contains(store.getScheme()) && store.getHost() != null && store.getPort() > 0) {
        return store;
      }
    } catch (URISyntaxException malformed) {
      // It is told below, as any other text that is none.
    }
    throw new BadPlanException(
        "store: expected an address such as http://127.0.0.1:8080 or https://…, got " + text);
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
}
