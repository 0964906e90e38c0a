package org.petlab.supplier.supplying;

import jakarta.inject.Inject;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.messaging.inbox.SoapInbox;

/** Takes supplier orders by SOAP. */
@WebServiceProvider(
    targetNamespace = "urn:petlab:services:1",
    serviceName = "SupplierOrderService",
    portName = "SupplierOrderPort",
    wsdlLocation = "WEB-INF/wsdl/supplier-order.wsdl")
@ServiceMode(Service.Mode.PAYLOAD)
public class SupplierOrderInbox extends SoapInbox<SupplierOrder> {
  @Inject private Supplying supplying;

  public SupplierOrderInbox() {
    super(Transition.SUPPLIER_ORDER, SupplierOrder.class);
  }

  @Override
  protected void check(SupplierOrder order) {
    supplying.checkAtEntrance(order);
  }
}
