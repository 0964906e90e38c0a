package org.petlab.opc.invoicing;

import jakarta.inject.Inject;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import org.petlab.documents.Invoice;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.messaging.inbox.SoapInbox;

/** Takes invoices by SOAP. */
@WebServiceProvider(
    targetNamespace = "urn:petlab:services:1",
    serviceName = "InvoiceService",
    portName = "InvoicePort",
    wsdlLocation = "WEB-INF/wsdl/invoice.wsdl")
@ServiceMode(Service.Mode.PAYLOAD)
public class InvoiceInbox extends SoapInbox<Invoice> {
  @Inject private Invoicing invoicing;

  public InvoiceInbox() {
    super(Transition.INVOICE, Invoice.class);
  }

  @Override
  protected void check(Invoice invoice) {
    invoicing.check(invoice);
  }
}
