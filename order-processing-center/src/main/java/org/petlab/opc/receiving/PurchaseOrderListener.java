package org.petlab.opc.receiving;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.ForeignClient;
import org.petlab.workflow.kernel.MessageProperties;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.messaging.inbox.Activates;
import org.petlab.workflow.messaging.inbox.IncomingDocument;
import org.petlab.workflow.messaging.inbox.IncomingDocument.Read;
import org.petlab.workflow.messaging.inbox.StepInterceptor;

@MessageDriven(
    name = "PurchaseOrderListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "PurchaseOrderQueue"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8")
    })
@Activates(Step.RECEIVING)
@Interceptors(StepInterceptor.class)
public class PurchaseOrderListener implements MessageListener {
  @Inject private Receiving receiving;

  @Override
  public void onMessage(Message message) {
    Read<PurchaseOrder> read = IncomingDocument.readWithText(message, PurchaseOrder.class);
    PurchaseOrder purchase = read.content();
    ForeignClient.requireOwnOrderId(
        MessageProperties.sender(message, Application.OPC), purchase.getOrderId());
    receiving.receive(purchase, read.xml());
  }
}
