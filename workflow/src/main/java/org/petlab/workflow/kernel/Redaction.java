package org.petlab.workflow.kernel;

/**
 * What may be shown of a value that was refused, wherever it may end up: in a log, a fault, a dead
 * letter's reason. One short line, and no card number.
 */
public final class Redaction {
  static final int MAX_LINE = 300;
  static final int MAX_VALUE = 80;
  private static final int MAX_TEXT = 1_000;
  private static final int MIN_CARD_DIGITS = 12;
  private static final int SHOWN_DIGITS = 4;
  private static final String CUT = " ... ";

  private Redaction() {}

  /** A sentence with what was refused in it. */
  public static String line(String text) {
    return text == null ? "" : cut(masked(oneLine(text)), MAX_LINE);
  }

  /** Sentences for a person who is shown them, with what that person typed. */
  public static String text(String text) {
    return text == null ? "" : cut(masked(oneLine(text)), MAX_TEXT);
  }

  /** A refused value alone. */
  public static String value(String text) {
    return text == null ? "" : cut(masked(oneLine(text)), MAX_VALUE);
  }

  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    for (int index = 0; index < text.length(); index++) {
      char each = text.charAt(index);
      boolean printed = !Character.isISOControl(each) && each != '\u2028' && each != '\u2029';
      line.append(printed ? each : ' ');
    }
    return line.toString();
  }

  // Beginning and end are kept: the parser tells what was expected after the value.
  private static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int kept = (longest - CUT.length()) / 2;
    return text.substring(0, kept) + CUT + text.substring(text.length() - kept);
  }

  /** Twelve digits or more, whatever separates them, may be a card's: the last four stay. */
  private static String masked(String text) {
    StringBuilder masked = new StringBuilder(text);
    int run = 0;
    while (run < text.length()) {
      int end = endOfRun(text, run);
      long digits = text.substring(run, end).chars().filter(Character::isDigit).count();
      if (digits >= MIN_CARD_DIGITS) {
        mask(masked, run, end, digits - SHOWN_DIGITS);
      }
      run = Math.max(end, run + 1);
    }
    return masked.toString();
  }

  private static void mask(StringBuilder text, int begin, int end, long digits) {
    long left = digits;
    for (int index = begin; index < end && left > 0; index++) {
      if (Character.isDigit(text.charAt(index))) {
        text.setCharAt(index, '*');
        left--;
      }
    }
  }

  private static int endOfRun(String text, int begin) {
    int end = begin;
    while (end < text.length() && isOfNumber(text, end)) {
      end++;
    }
    return end;
  }

  private static boolean isOfNumber(String text, int place) {
    char each = text.charAt(place);
    return Character.isDigit(each)
        || Character.isSpaceChar(each)
        || Character.getType(each) == Character.DASH_PUNCTUATION
        || each == '_'
        || each == '/'
        || each == '.' && !beginsCents(text, place);
  }

  // An amount of money is no card's number.
  private static boolean beginsCents(String text, int point) {
    int end = point + 1;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end - point <= 3;
  }
}
