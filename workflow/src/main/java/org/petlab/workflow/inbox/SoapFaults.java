package org.petlab.workflow.inbox;

import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.soap.SOAPFaultException;
import javax.xml.namespace.QName;
import org.petlab.documents.RefusalCode;

/** Faults with a code that a program can read and a reason that a person can. */
final class SoapFaults {
  private static final String DOCUMENTS = "urn:petlab:documents:1";

  private SoapFaults() {}

  static SOAPFaultException unreadable(String reason) {
    return fault("Client", RefusalCode.UNREADABLE_DOCUMENT, reason);
  }

  static SOAPFaultException unavailable(String reason) {
    return fault("Server", RefusalCode.UNAVAILABLE, reason);
  }

  private static SOAPFaultException fault(String side, RefusalCode code, String reason) {
    try {
      SOAPFault fault =
          SOAPFactory.newInstance()
              .createFault(reason, new QName(SOAPConstants.URI_NS_SOAP_ENVELOPE, side));
      var refusal = fault.addDetail().addDetailEntry(new QName(DOCUMENTS, "Refusal"));
      refusal.addChildElement(new QName(DOCUMENTS, "code")).addTextNode(code.value());
      refusal.addChildElement(new QName(DOCUMENTS, "reason")).addTextNode(reason);
      return new SOAPFaultException(fault);
    } catch (SOAPException e) {
      throw new IllegalStateException("Could not make a SOAP fault for: " + reason, e);
    }
  }
}
