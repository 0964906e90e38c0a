package org.petlab.opc.mailing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.mail.MessagingException;
import org.eclipse.microprofile.health.Readiness;
import org.petlab.workflow.observability.health.DependencyHealthCheck;

/** The mail server takes a connection. */
@Readiness
@ApplicationScoped
public class MailHealthCheck extends DependencyHealthCheck {
  @Inject private MailServer server;

  public MailHealthCheck() {
    super("mail");
  }

  @Override
  protected void check() throws MessagingException {
    server.check();
  }
}
