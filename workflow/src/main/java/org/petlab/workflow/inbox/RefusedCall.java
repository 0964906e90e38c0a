package org.petlab.workflow.inbox;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.petlab.documents.RefusalCode;

/**
 * The answer to a call that the SOAP layer never sees: a fault all the same, so that a client finds
 * code and reason where it looks for them.
 */
final class RefusedCall {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String DOCUMENTS = "urn:petlab:documents:1";
  private static final XMLOutputFactory WRITERS = XMLOutputFactory.newDefaultFactory();

  private RefusedCall() {}

  static void answer(HttpServletResponse response, int status, RefusalCode code, String reason)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/xml;charset=UTF-8");
    response.getWriter().write(fault(code, reason));
  }

  static String fault(RefusalCode code, String reason) {
    try {
      StringWriter text = new StringWriter();
      XMLStreamWriter xml = WRITERS.createXMLStreamWriter(text);
      xml.writeStartElement("s", "Envelope", SOAP);
      xml.writeNamespace("s", SOAP);
      xml.writeStartElement("s", "Body", SOAP);
      xml.writeStartElement("s", "Fault", SOAP);
      write(xml, "faultcode", "s:Client");
      write(xml, "faultstring", reason);
      xml.writeStartElement("detail");
      xml.writeStartElement("", "Refusal", DOCUMENTS);
      xml.writeDefaultNamespace(DOCUMENTS);
      write(xml, "code", code.value());
      write(xml, "reason", reason);
      xml.writeEndDocument();
      xml.close();
      return text.toString();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("Could not write a SOAP fault for: " + reason, e);
    }
  }

  private static void write(XMLStreamWriter xml, String element, String text)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }
}
