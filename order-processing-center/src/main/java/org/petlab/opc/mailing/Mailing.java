package org.petlab.opc.mailing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.documents.Mail;
import org.petlab.documents.MailKind;
import org.petlab.opc.orders.ResponseTimes;
import org.petlab.workflow.observability.measuring.MeasuringPoints;

/** Sends a mail. When the server does not take it, the step rolls back and is tried again. */
@ApplicationScoped
public class Mailing {
  @Inject private MailServer server;
  @Inject private ResponseTimes times;

  public void send(Mail mail) {
    server.send(mail);
    if (mail.getKind() == MailKind.COMPLETED) {
      MeasuringPoints.completionMailed(mail.getOrderId());
      times.completionMailed(mail.getOrderId());
    }
  }
}
