package org.petlab.load;

import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * By what words a page is known to tell a customer what became of the order. In {@code before{}c}
 * the order's number stands between {@code before} and the character c.
 */
record AnswerWords(String confirmed, String unsettled, String refused) {

  static AnswerWords of(JsonObject words) throws BadPlanException {
    return new AnswerWords(
        withNumber(words, "confirmed"), withNumber(words, "unsettled"), words.getString("refused"));
  }

  private static String withNumber(JsonObject words, String key) throws BadPlanException {
    String pattern = words.getString(key);
    if (pattern == null || !pattern.matches("(?s)[^{}]+\\{}[^{}]+")) {
      throw new BadPlanException("answers: expected " + key + " as before{}c, got " + pattern);
    }
    return pattern;
  }

  /** What this page says; empty where it says nothing of an order. */
  Optional<Answer> in(String page) {
    return number(page, confirmed)
        .map(number -> new Answer("confirmed", number))
        .or(() -> number(page, unsettled).map(number -> new Answer("unsettled", number)))
        .or(
            () ->
                refused != null && page.contains(refused)
                    ? Optional.of(new Answer("refused", ""))
                    : Optional.empty());
  }

  private static Optional<String> number(String page, String pattern) {
    int gap = pattern.indexOf("{}");
    String before = pattern.substring(0, gap);
    int begin = page.indexOf(before);
    if (begin < 0) {
      return Optional.empty();
    }
    int from = begin + before.length();
    int to = page.indexOf(pattern.charAt(gap + 2), from);
    return to < 0 ? Optional.empty() : Optional.of(page.substring(from, to));
  }
}
