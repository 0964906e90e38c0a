package org.petlab.load;

/** The folder does not hold a plan that can be played; the message says what was expected. */
public final class BadPlanException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says what was expected. */
  public BadPlanException(String message) {
    super(message);
  }
}
