package org.petlab.transactions.faults;

import java.util.Locale;

/**
 * A point that a step passes, in the order in which it passes them: three in its work, the others
 * in the two phases of its commit. In the phases the resources are counted as they answer, in each
 * transaction anew.
 */
public enum CrashPoint {
  /** The step has its document and has done nothing. Theory: all is rolled back. */
  RECEIVED(true),
  /** The step's own database work is written, nothing is sent. Theory: all is rolled back. */
  WORKED(true),
  /**
   * The delegate's call has returned. Theory: all is rolled back, but what went outside the
   * transaction has gone.
   */
  SENT(true),
  /** One resource has prepared, its answer is not yet known. Theory: all is rolled back. */
  FIRST_PREPARED(false),
  /** Two resources have prepared, no decision is in the log. Theory: all is rolled back. */
  SECOND_PREPARED(false),
  /**
   * A resource without XA has committed by itself, behind the prepares of all others; no decision
   * is in the log. By Narayana only. Theory: the others are rolled back, it is not.
   */
  LAST_AGENT_COMMITTED(false),
  /** The decision is in the log, no resource knows it. Theory: all is committed. */
  LOG_WRITTEN(false),
  /** One resource has committed, the next has not. Theory: all is committed. */
  BETWEEN_COMMITS(false),
  /** All have committed, the caller does not know it. Theory: all is committed. */
  COMMITTED(false);

  private final boolean ofStep;

  CrashPoint(boolean ofStep) {
    this.ofStep = ofStep;
  }

  /** Whether it is in a step's own work, which knows at which step or transition it is. */
  boolean isOfStep() {
    return ofStep;
  }

  String settingName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static CrashPoint named(String name) {
    return EnumLookup.byName(values(), CrashPoint::settingName, name);
  }
}
