package org.petlab.opc.mailing;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.AddressException;
import java.util.OptionalInt;
import java.util.Set;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.petlab.documents.Mail;

/** Tells a failure that passes from one that does not, by the reply of the mail server. */
final class Rejection {
  private static final int FIRST_PERMANENT = 500;
  private static final int LAST_PERMANENT = 599;
  // Bad sequence of commands, authentication required: said of the session, not of the mail.
  private static final Set<Integer> ABOUT_SESSION = Set.of(503, 530, 535);

  private Rejection() {}

  /** What the step throws: the mail is a dead letter at once, or is tried again later. */
  static RuntimeException of(Mail mail, MessagingException failure) {
    for (Exception e = failure; e != null; e = next(e)) {
      if (isPermanent(e)) {
        return new UndeliverableMailException(mail, e.getMessage());
      }
    }
    return new MailNotSentException(mail, failure);
  }

  private static Exception next(Exception e) {
    return e instanceof MessagingException failure ? failure.getNextException() : null;
  }

  private static boolean isPermanent(Exception e) {
    OptionalInt reply = reply(e);
    return e instanceof AddressException
        || reply.isPresent()
            && reply.getAsInt() >= FIRST_PERMANENT
            && reply.getAsInt() <= LAST_PERMANENT
            && !ABOUT_SESSION.contains(reply.getAsInt());
  }

  private static OptionalInt reply(Exception e) {
    return switch (e) {
      case SMTPAddressFailedException refused -> OptionalInt.of(refused.getReturnCode());
      case SMTPSendFailedException refused -> OptionalInt.of(refused.getReturnCode());
      default -> OptionalInt.empty();
    };
  }
}
