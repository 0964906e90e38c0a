package org.petlab.recording;

/**
 * The measuring window of the trial.
 *
 * @param beginNs wall clock in nanoseconds since the epoch
 * @param endNs wall clock in nanoseconds since the epoch
 */
record Window(long beginNs, long endNs) {

  /** Reads {@code BEGIN_NS-END_NS}. */
  static Window parse(String text) {
    String[] ends = text.split("-", -1);
    if (ends.length != 2) {
      throw new UsageException("expected the window as BEGIN_NS-END_NS, got " + text);
    }
    try {
      return new Window(Long.parseLong(ends[0]), Long.parseLong(ends[1]));
    } catch (NumberFormatException notANumber) {
      throw new UsageException("expected the window as BEGIN_NS-END_NS, got " + text);
    }
  }
}
