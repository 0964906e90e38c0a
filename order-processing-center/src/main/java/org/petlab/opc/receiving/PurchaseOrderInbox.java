package org.petlab.opc.receiving;

import jakarta.inject.Inject;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.messaging.inbox.SoapInbox;

/** Takes purchase orders by SOAP. */
@WebServiceProvider(
    targetNamespace = "urn:petlab:services:1",
    serviceName = "OrderSubmissionService",
    portName = "OrderSubmission",
    wsdlLocation = "WEB-INF/wsdl/order-submission.wsdl")
@ServiceMode(Service.Mode.PAYLOAD)
public class PurchaseOrderInbox extends SoapInbox<PurchaseOrder> {
  @Inject private Receiving receiving;

  public PurchaseOrderInbox() {
    super(Transition.ORDER_SUBMISSION, PurchaseOrder.class);
  }

  @Override
  protected void check(PurchaseOrder purchase) {
    receiving.checkAtEntrance(purchase);
  }
}
