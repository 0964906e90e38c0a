package org.petlab.workflow.kernel;

/**
 * What arrived is not the document that was expected. To try it again would not help. The reason
 * goes to logs, faults and dead letters, so it is redacted here, once for all; for the same reason
 * there is no cause, which would tell it unredacted.
 */
public class UnreadableDocumentException extends PermanentFailureException {
  public UnreadableDocumentException(String reason) {
    super(Redaction.line(reason));
  }
}
