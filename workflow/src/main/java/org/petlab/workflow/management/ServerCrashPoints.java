package org.petlab.workflow.management;

import java.util.Map;

/** The crash points of this server. At most one fault is armed, for all its applications. */
public interface ServerCrashPoints {

  /**
   * Arms a fault in the place of any other.
   *
   * @param spec {@code point[@place]:action[:when[:delay-ms]]}
   * @throws IllegalArgumentException when it is none; the message says what was expected
   */
  void arm(String spec);

  void disarm();

  /** The fault, or an empty text. */
  String getArmed();

  /** How often a fault was triggered. */
  long getTriggered();

  /** Hits of each point since the last arming. */
  Map<String, Long> getHits();

  /**
   * A step passes a point of its work; what is armed there happens now.
   *
   * @param point {@code received}, {@code worked} or {@code sent}
   * @param place the step at {@code received}, else the transition
   */
  void hit(String point, String place, String orderId);

  /**
   * Delays steps from now on: those of all orders alike, or by the level that is drawn for each.
   *
   * @param choice {@code none}, {@code received@approving 0.8 ms}, or {@code
   *     drawn:<seed>:<level>,<level>,...}
   * @throws IllegalArgumentException when it is none of these; the message says what was expected
   */
  void setDelay(String choice);

  String getDelay();

  /** How often a step was delayed, by the level of its order. */
  Map<String, Long> getDelayHits();

  /** How long these waited together, in nanoseconds. */
  Map<String, Long> getDelayNanos();
}
