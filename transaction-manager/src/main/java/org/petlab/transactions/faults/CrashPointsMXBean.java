package org.petlab.transactions.faults;

import java.util.Map;

/** Arms the crash points of the running server. Its name is {@link #NAME}. */
public interface CrashPointsMXBean {
  String NAME = "org.petlab:type=CrashPoints";

  /**
   * Arms one crash point in the place of any other, and counts passings anew.
   *
   * @param charge {@code point:action[:passing[:delay-ms]]}, see {@link Charge}
   */
  void arm(String charge);

  void disarm();

  /** What is armed, or nothing. A charge is gone once it has gone off. */
  String getArmed();

  /** How many charges have gone off in this JVM. */
  long getGoneOff();

  /** Passings of each point since the last arming. */
  Map<String, Long> getPassings();
}
