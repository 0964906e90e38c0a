package org.petlab.load;

/** The folder does not hold a plan that can be played; the message says what was expected. */
final class BadPlanException extends Exception {
  private static final long serialVersionUID = 1L;

  BadPlanException(String message) {
    super(message);
  }
}
