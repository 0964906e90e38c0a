package org.petlab.transactions.faults;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By what the steps of an order are delayed: by the same for all orders, or by one of several
 * levels that is drawn for each order, by the hash by which delegates are drawn. A level is {@code
 * none} or a {@link StepDelay}.
 */
final class DelayChoice {
  static final DelayChoice NONE = parse("none");

  private static final int MAX_LENGTH = 400;
  private static final String DRAWN = "drawn:";
  // One way to write a number, for its text is hashed.
  private static final Pattern DRAWING = Pattern.compile(DRAWN + "(0|[1-9][0-9]{0,17}):(.*)");

  private final String text;
  private final String seed;
  private final List<String> levels;
  private final Map<String, Optional<StepDelay>> delays;

  private DelayChoice(String text, String seed, List<String> levels) {
    this.text = text;
    this.seed = seed;
    this.levels = levels;
    this.delays = new LinkedHashMap<>();
    levels.forEach(level -> delays.put(level, delayOf(level)));
  }

  private static Optional<StepDelay> delayOf(String level) {
    return level.equals("none") ? Optional.empty() : Optional.of(StepDelay.parse(level));
  }

  /**
   * Reads a level, or {@code drawn:<seed>:<level>,<level>,...}.
   *
   * @throws IllegalArgumentException when it is neither; the message says what was expected
   */
  static DelayChoice parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "Expected delays of at most %d characters, got %d".formatted(MAX_LENGTH, text.length()));
    }
    return text.startsWith(DRAWN) ? drawn(text) : new DelayChoice(text, "", List.of(text));
  }

  private static DelayChoice drawn(String text) {
    Matcher drawing = DRAWING.matcher(text);
    if (!drawing.matches()) {
      throw new IllegalArgumentException(
          "Expected drawn:<seed>:<level>,<level>,... with a number from 0 as the seed, got '%s'"
              .formatted(text));
    }
    List<String> levels = List.of(drawing.group(2).split(",", -1));
    if (new HashSet<>(levels).size() < levels.size()) {
      throw new IllegalArgumentException("Expected each level once, got '%s'".formatted(text));
    }
    return new DelayChoice(text, drawing.group(1), levels);
  }

  /** The level of an order. */
  String levelOf(String orderId) {
    return levels.size() == 1 ? levels.getFirst() : levels.get(index(orderId));
  }

  /** What a step of an order of this level waits for when it passes a point; mostly nothing. */
  Optional<StepDelay> met(String level, CrashPoint point, String place) {
    return delays.get(level).filter(delay -> delay.isMetBy(point, place));
  }

  /** Whether no order is delayed anywhere. */
  boolean isNone() {
    return delays.values().stream().allMatch(Optional::isEmpty);
  }

  private int index(String orderId) {
    byte[] hash = sha256().digest((seed + "/" + orderId).getBytes(StandardCharsets.UTF_8));
    return (int) Long.remainderUnsigned(ByteBuffer.wrap(hash).getLong(), levels.size());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** As it was chosen: what {@link #parse} reads. */
  @Override
  public String toString() {
    return text;
  }
}
