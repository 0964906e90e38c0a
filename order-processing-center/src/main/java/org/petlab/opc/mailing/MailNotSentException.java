package org.petlab.opc.mailing;

import org.petlab.documents.Mail;

/** The mail server did not take a mail now; it may take it later. */
public class MailNotSentException extends RuntimeException {
  MailNotSentException(Mail mail, Throwable cause) {
    super("Mail %s was not sent: %s".formatted(mail.getDocumentId(), cause.getMessage()), cause);
  }
}
