package org.petlab.workflow.kernel;

/**
 * What was asked for can never be done, however often it is tried. The document becomes a dead
 * letter at once, with the message as the reason.
 */
public class PermanentFailureException extends RuntimeException {
  public PermanentFailureException(String reason) {
    super(reason);
  }

  public PermanentFailureException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
