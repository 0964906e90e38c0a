package org.petlab.workflow.faults;

/** Where the points of a step lead. */
@FunctionalInterface
interface StepPoints {

  /**
   * What is armed at this point happens before this returns, if it does.
   *
   * @param place the step at {@code received}, else the transition
   */
  void hit(String point, String place, String orderId);
}
