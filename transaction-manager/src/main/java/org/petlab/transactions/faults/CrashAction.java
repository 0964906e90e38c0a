package org.petlab.transactions.faults;

import java.util.Locale;

/** What happens at a crash point. */
public enum CrashAction {
  /** The JVM ends at once, without any hook. */
  HALT,
  /**
   * In a step's work, the step fails. In the two phases, the resource fails: it refuses to prepare,
   * or it is not there when it should commit.
   */
  THROW,
  /** The step fails with a Java error, such as one of class loading, instead of an exception. */
  ERROR,
  /** The thread waits. */
  DELAY;

  String settingName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static CrashAction named(String name) {
    return EnumLookup.byName(values(), CrashAction::settingName, name);
  }
}
