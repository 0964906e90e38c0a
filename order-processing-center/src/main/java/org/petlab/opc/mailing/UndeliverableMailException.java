package org.petlab.opc.mailing;

import org.petlab.documents.Mail;
import org.petlab.workflow.kernel.PermanentFailureException;

/** No mail server will ever take this mail: to try it again would not help. */
public class UndeliverableMailException extends PermanentFailureException {
  private static final int REASON_LENGTH = 200;

  UndeliverableMailException(Mail mail, String reason) {
    super(
        "Mail %s cannot be sent to <%s>: %s"
            .formatted(mail.getDocumentId(), mail.getTo(), shortened(reason)));
  }

  private static String shortened(String reason) {
    String line = reason.strip().replaceAll("\\s+", " ");
    return line.length() <= REASON_LENGTH ? line : line.substring(0, REASON_LENGTH) + "…";
  }
}
