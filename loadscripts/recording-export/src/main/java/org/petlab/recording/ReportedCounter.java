package org.petlab.recording;

/**
 * A counter that is reported now and then, at one instant: on the line between the reports before
 * and after it. Where there is none before, it began with nothing; where there is none after, it
 * stood still. The order of the reports does not matter.
 */
final class ReportedCounter {
  private final long atNs;
  private long beforeNs = Long.MIN_VALUE;
  private long before;
  private long afterNs = Long.MAX_VALUE;
  private long after;

  ReportedCounter(long atNs) {
    this.atNs = atNs;
  }

  void report(long wallNs, long value) {
    if (wallNs <= atNs && wallNs >= beforeNs) {
      beforeNs = wallNs;
      before = value;
    } else if (wallNs > atNs && wallNs < afterNs) {
      afterNs = wallNs;
      after = value;
    }
  }

  long value() {
    if (beforeNs == Long.MIN_VALUE || afterNs == Long.MAX_VALUE) {
      return before;
    }
    double passed = (double) (atNs - beforeNs) / (afterNs - beforeNs);
    return before + Math.round(passed * (after - before));
  }
}
