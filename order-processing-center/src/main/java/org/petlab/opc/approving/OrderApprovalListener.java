package org.petlab.opc.approving;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.petlab.documents.OrderApproval;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.messaging.inbox.Activates;
import org.petlab.workflow.messaging.inbox.IncomingDocument;
import org.petlab.workflow.messaging.inbox.StepInterceptor;

@MessageDriven(
    name = "OrderApprovalListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "OrderApprovalQueue"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8")
    })
@Activates(Step.APPROVING)
@Interceptors(StepInterceptor.class)
public class OrderApprovalListener implements MessageListener {
  @Inject private Approving approving;

  @Override
  public void onMessage(Message message) {
    approving.decide(IncomingDocument.read(message, OrderApproval.class));
  }
}
