package org.petlab.workflow.kernel.documents;

import org.petlab.documents.RefusalCode;
import org.petlab.workflow.kernel.Redaction;

/**
 * Why a message does not reach the SOAP layer.
 *
 * @param isMessage whether it could be read as a SOAP message at all
 */
public record EnvelopeProblem(RefusalCode code, boolean isMessage, String reason) {
  public EnvelopeProblem {
    reason = Redaction.line(reason);
  }

  static EnvelopeProblem notXml(String reason) {
    return new EnvelopeProblem(RefusalCode.UNREADABLE_DOCUMENT, false, reason);
  }

  static EnvelopeProblem wrongEncoding(String reason) {
    return new EnvelopeProblem(RefusalCode.WRONG_CONTENT_TYPE, false, reason);
  }

  static EnvelopeProblem notSoap(String reason) {
    return new EnvelopeProblem(RefusalCode.UNREADABLE_DOCUMENT, true, reason);
  }

  static EnvelopeProblem notUnderstood(String reason) {
    return new EnvelopeProblem(RefusalCode.NOT_UNDERSTOOD, true, reason);
  }

  EnvelopeException exception() {
    return new EnvelopeException(this);
  }

  /** Ends the reading where the problem is. */
  static final class EnvelopeException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient EnvelopeProblem problem;

    private EnvelopeException(EnvelopeProblem problem) {
      super(problem.reason());
      this.problem = problem;
    }

    EnvelopeProblem problem() {
      return problem;
    }
  }
}
