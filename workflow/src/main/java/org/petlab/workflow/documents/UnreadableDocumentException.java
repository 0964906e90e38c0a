package org.petlab.workflow.documents;

import org.petlab.workflow.PermanentFailureException;

/** What arrived is not the document that was expected. To try it again would not help. */
public class UnreadableDocumentException extends PermanentFailureException {
  public UnreadableDocumentException(String reason) {
    super(reason);
  }

  public UnreadableDocumentException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
