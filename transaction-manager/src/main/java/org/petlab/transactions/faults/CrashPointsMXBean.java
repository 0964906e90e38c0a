package org.petlab.transactions.faults;

import java.util.Map;

/** Arms the crash points of the running server. Its name is {@link #NAME}. */
public interface CrashPointsMXBean {
  String NAME = "org.petlab:type=CrashPoints";

  /**
   * Arms one crash point in the place of any other, and counts hits anew.
   *
   * @param spec {@code point[@place]:action[:when[:delay-ms]]}, see {@link FaultSpec}
   */
  void arm(String spec);

  void disarm();

  /**
   * A step of an application passes a point of its work.
   *
   * @param point {@code received}, {@code worked} or {@code sent}
   * @param place name of the step or of the transition
   * @throws CrashPointException if that is what was armed
   */
  void hit(String point, String place, String orderId);

  /** What is armed, or nothing. A fault of one occurrence is gone once it was triggered. */
  String getArmed();

  /** How often a fault was triggered in this JVM. */
  long getTriggered();

  /** Hits of each point since the last arming, at any place. */
  Map<String, Long> getHits();

  /**
   * Delays steps from now on, until another choice is set; beside what is armed.
   *
   * @param choice {@code none}, {@code received@approving 0.8 ms}, or one of such levels drawn for
   *     each order, {@code drawn:<seed>:<level>,<level>,...}, see {@link DelayChoice}
   */
  void setDelay(String choice);

  String getDelay();

  /** How often a step was delayed in this JVM, by the level of its order. */
  Map<String, Long> getDelayHits();

  /** How long these waited together, in nanoseconds. */
  Map<String, Long> getDelayNanos();
}
