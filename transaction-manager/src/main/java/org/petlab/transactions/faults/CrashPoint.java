package org.petlab.transactions.faults;

import java.util.Locale;

/**
 * A place in the two phases of a commit. The resources are counted as they answer, in each
 * transaction anew.
 */
public enum CrashPoint {
  /** One resource has prepared, its answer is not yet known. Theory: all is rolled back. */
  FIRST_PREPARED,
  /** Two resources have prepared, no decision is in the log. Theory: all is rolled back. */
  SECOND_PREPARED,
  /** The decision is in the log, no resource knows it. Theory: all is committed. */
  LOG_WRITTEN,
  /** One resource has committed, the next has not. Theory: all is committed. */
  BETWEEN_COMMITS,
  /** All have committed, the caller does not know it. Theory: all is committed. */
  COMMITTED;

  String settingName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
