package org.petlab.opc.mailing;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.petlab.documents.Mail;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.messaging.inbox.Activates;
import org.petlab.workflow.messaging.inbox.IncomingDocument;
import org.petlab.workflow.messaging.inbox.StepInterceptor;

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
@Activates(Step.MAILING)
@Interceptors(StepInterceptor.class)
public class MailListener implements MessageListener {
  private static final Logger LOG = System.getLogger(MailListener.class.getName());

  @Inject private Mailing mailing;
  @Resource private MessageDrivenContext step;

  @Override
  public void onMessage(Message message) {
    try {
      mailing.send(IncomingDocument.read(message, Mail.class));
    } catch (MailNotSentException e) {
      // The container would log a stack trace for each try of each mail, as long as nobody takes
      // them. The step is rolled back all the same, and the broker delivers again.
      LOG.log(Level.WARNING, e.getMessage());
      step.setRollbackOnly();
    }
  }
}
