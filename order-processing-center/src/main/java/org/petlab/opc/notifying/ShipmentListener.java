package org.petlab.opc.notifying;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.petlab.documents.Invoice;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.messaging.inbox.Activates;
import org.petlab.workflow.messaging.inbox.IncomingDocument;
import org.petlab.workflow.messaging.inbox.StepInterceptor;

@MessageDriven(
    name = "ShipmentListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "InvoiceTopic"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Topic"),
      @ActivationConfigProperty(propertyName = "subscriptionDurability", propertyValue = "Durable"),
      @ActivationConfigProperty(
          propertyName = "subscriptionName",
          propertyValue = "notifying-shipment"),
      @ActivationConfigProperty(propertyName = "shareSubscriptions", propertyValue = "true"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8")
    })
@Activates(Step.NOTIFYING_SHIPMENT)
@Interceptors(StepInterceptor.class)
public class ShipmentListener implements MessageListener {
  @Inject private NotifyingShipment notifyingShipment;

  @Override
  public void onMessage(Message message) {
    notifyingShipment.notifyCustomer(IncomingDocument.read(message, Invoice.class));
  }
}
