package org.petlab.opc.mailing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.mail.MessagingException;
import org.eclipse.microprofile.health.Readiness;
import org.petlab.workflow.health.PartCheck;

/** The mail server takes a connection. */
@Readiness
@ApplicationScoped
public class MailCheck extends PartCheck {
  @Inject private MailServer server;

  public MailCheck() {
    super("mail");
  }

  @Override
  protected void ask() throws MessagingException {
    server.check();
  }
}
