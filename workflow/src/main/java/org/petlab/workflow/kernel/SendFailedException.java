package org.petlab.workflow.kernel;

/** A document could not be sent. The step that tried rolls back and is tried again. */
public class SendFailedException extends RuntimeException {
  public SendFailedException(
      Document document, Transition transition, String reason, Throwable cause) {
    super(
        "%s %s was not sent by %s: %s"
            .formatted(document.type().element(), document.id(), transition, reason),
        cause);
  }
}
