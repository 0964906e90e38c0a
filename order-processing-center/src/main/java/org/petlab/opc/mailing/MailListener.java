package org.petlab.opc.mailing;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.petlab.documents.Mail;
import org.petlab.workflow.Step;
import org.petlab.workflow.inbox.Activates;
import org.petlab.workflow.inbox.IncomingDocument;
import org.petlab.workflow.inbox.StepInterceptor;

@MessageDriven(
    name = "MailListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "MailQueue"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8")
    })
@Activates(step = Step.MAILING, destination = "MailQueue")
@Interceptors(StepInterceptor.class)
public class MailListener implements MessageListener {
  @Inject private Mailing mailing;

  @Override
  public void onMessage(Message message) {
    mailing.send(IncomingDocument.read(message, Mail.class));
  }
}
