package org.petlab.workflow;

/** A document could not be handed on. The step that tried rolls back and is tried again. */
public class HandOverException extends RuntimeException {
  public HandOverException(
      Document document, Transition transition, String reason, Throwable cause) {
    super(
        "%s %s was not handed on by %s: %s"
            .formatted(document.type().element(), document.id(), transition, reason),
        cause);
  }
}
