package org.petlab.supplier.supplying;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.MessageProperties;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.messaging.inbox.Activates;
import org.petlab.workflow.messaging.inbox.IncomingDocument;
import org.petlab.workflow.messaging.inbox.StepInterceptor;
import org.petlab.workflow.observability.measuring.MeasuringPoints;

@MessageDriven(
    name = "SupplierOrderListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "SupplierOrderQueue"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8")
    })
@Activates(Step.SUPPLYING)
@Interceptors(StepInterceptor.class)
public class SupplierOrderListener implements MessageListener {
  @Inject private Supplying supplying;

  @Override
  public void onMessage(Message message) {
    MeasuringPoints.supplierOrderArrived(MessageProperties.orderOf(message));
    supplying.supply(IncomingDocument.read(message, SupplierOrder.class));
  }
}
