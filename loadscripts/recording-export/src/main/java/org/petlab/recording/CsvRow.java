package org.petlab.recording;

/** One line of a table while it is being filled. A cell that is not known stays empty. */
final class CsvRow {

  private final StringBuilder line = new StringBuilder(160);

  CsvRow number(long value) {
    line.append(value).append(',');
    return this;
  }

  /** A figure that is negative where the JVM did not know it. */
  CsvRow numberIfKnown(long value) {
    return value < 0 ? text(null) : number(value);
  }

  CsvRow text(String value) {
    if (value != null) {
      line.append(needsQuotes(value) ? '"' + value.replace("\"", "\"\"") + '"' : value);
    }
    line.append(',');
    return this;
  }

  /** The line with its line feed; the row is empty afterwards. */
  String take() {
    // Every cell left a comma behind it; the last one becomes the line feed.
    line.setCharAt(line.length() - 1, '\n');
    String taken = line.toString();
    line.setLength(0);
    return taken;
  }

  private static boolean needsQuotes(String value) {
    for (int at = 0; at < value.length(); at++) {
      char character = value.charAt(at);
      if (character == ',' || character == '"' || character == '\n' || character == '\r') {
        return true;
      }
    }
    return false;
  }
}
