package org.petlab.storefront.status;

/**
 * A stage of an order's timeline, as its customer sees it.
 *
 * @param progress {@code done}, {@code now}, {@code later} or {@code refused}
 * @param at when it was reached; null when it was not, or when nobody tells
 */
public record Stage(String name, String sentence, String progress, Moment at) {

  static Stage done(String name, String sentence, Moment at) {
    return new Stage(name, sentence, "done", at);
  }

  static Stage now(String name, String sentence) {
    return new Stage(name, sentence, "now", null);
  }

  static Stage later(String name) {
    return new Stage(name, "", "later", null);
  }

  static Stage refused(String name, String sentence, Moment at) {
    return new Stage(name, sentence, "refused", at);
  }

  /** The progress in words, for whoever does not see the colour. */
  public String inWords() {
    return switch (progress) {
      case "done" -> "done";
      case "now" -> "in progress";
      case "refused" -> "refused";
      default -> "still to come";
    };
  }
}
