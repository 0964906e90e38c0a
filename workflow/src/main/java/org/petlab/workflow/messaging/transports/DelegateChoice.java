package org.petlab.workflow.messaging.transports;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which delegate the documents of an order go: always the same one, or one that is drawn for
 * each order. What is drawn depends on seed and order alone, so that all attempts at a step agree,
 * and so do transitions with the same seed and delegates, in whichever application.
 */
final class DelegateChoice {
  private static final int MAX_LENGTH = 200;
  private static final String DRAWN = "drawn:";
  // One way to write a number, for its text is hashed.
  private static final Pattern DRAWING = Pattern.compile(DRAWN + "(0|[1-9][0-9]{0,17}):(.*)");

  private final String text;
  private final String seed;
  private final List<String> delegates;

  private DelegateChoice(String text, String seed, List<String> delegates) {
    this.text = text;
    this.seed = seed;
    this.delegates = delegates;
  }

  /**
   * Reads a delegate's name, or {@code drawn:<seed>:<name>,<name>,...}.
   *
   * @throws IllegalArgumentException when it is neither, or names a delegate that is not known
   */
  static DelegateChoice parse(String text, Collection<String> known) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "Expected a transition delegate or drawn:<seed>:<delegate>,<delegate>,... of at most "
              + "%d characters, got %d".formatted(MAX_LENGTH, text.length()));
    }
    DelegateChoice choice =
        text.startsWith(DRAWN) ? drawn(text) : new DelegateChoice(text, "", List.of(text));
    for (String delegate : choice.delegates) {
      if (!known.contains(delegate)) {
        throw new IllegalArgumentException(
            "No transition delegate is called '%s'; known are %s"
                .formatted(delegate, String.join(", ", known)));
      }
    }
    return choice;
  }

  private static DelegateChoice drawn(String text) {
    Matcher drawing = DRAWING.matcher(text);
    if (!drawing.matches()) {
      throw new IllegalArgumentException(
          "Expected drawn:<seed>:<delegate>,<delegate>,... with a number from 0 as the seed, got '%s'"
              .formatted(text));
    }
    List<String> delegates = List.of(drawing.group(2).split(",", -1));
    if (new HashSet<>(delegates).size() < delegates.size()) {
      throw new IllegalArgumentException("Expected each delegate once, got '%s'".formatted(text));
    }
    return new DelegateChoice(text, drawing.group(1), delegates);
  }

  /** The delegate of an order. */
  String of(String orderId) {
    return delegates.size() == 1 ? delegates.getFirst() : delegates.get(index(orderId));
  }

  private int index(String orderId) {
    byte[] hash = sha256().digest((seed + "/" + orderId).getBytes(StandardCharsets.UTF_8));
    return (int) Long.remainderUnsigned(ByteBuffer.wrap(hash).getLong(), delegates.size());
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
