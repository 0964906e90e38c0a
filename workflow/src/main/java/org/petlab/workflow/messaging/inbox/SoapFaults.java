package org.petlab.workflow.messaging.inbox;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.petlab.documents.RefusalCode;

/** Faults with a code that a program can read and a reason that a person can. */
final class SoapFaults {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String DOCUMENTS = "urn:petlab:documents:1";
  private static final XMLOutputFactory WRITERS = XMLOutputFactory.newDefaultFactory();

  private SoapFaults() {}

  /**
   * The fault as what an inbox answers. It is returned, not thrown: of whatever is thrown, the SOAP
   * layer writes a stack trace into the log.
   */
  static Source payload(RefusalCode code, String reason) {
    return new StreamSource(new StringReader(written(xml -> fault(xml, code, reason), reason)));
  }

  /** The fault in a message of its own. */
  static String message(RefusalCode code, String reason) {
    return written(
        xml -> {
          xml.writeStartElement("s", "Envelope", SOAP);
          xml.writeNamespace("s", SOAP);
          xml.writeStartElement("s", "Body", SOAP);
          fault(xml, code, reason);
        },
        reason);
  }

  private static void fault(XMLStreamWriter xml, RefusalCode code, String reason)
      throws XMLStreamException {
    xml.writeStartElement("s", "Fault", SOAP);
    xml.writeNamespace("s", SOAP);
    write(xml, "faultcode", "s:" + side(code));
    write(xml, "faultstring", reason);
    xml.writeStartElement("detail");
    xml.writeStartElement("", "Refusal", DOCUMENTS);
    xml.writeDefaultNamespace(DOCUMENTS);
    write(xml, "code", code.value());
    write(xml, "reason", reason);
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndElement();
  }

  /** SOAP 1.1, section 4.4.1. */
  private static String side(RefusalCode code) {
    return switch (code) {
      case UNAVAILABLE -> "Server";
      case NOT_UNDERSTOOD -> "MustUnderstand";
      default -> "Client";
    };
  }

  private static void write(XMLStreamWriter xml, String element, String text)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }

  private static String written(XmlPart content, String reason) {
    try {
      StringWriter text = new StringWriter();
      XMLStreamWriter xml = WRITERS.createXMLStreamWriter(text);
      content.writeTo(xml);
      xml.writeEndDocument();
      xml.close();
      return text.toString();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("Could not write a SOAP fault for: " + reason, e);
    }
  }

  private interface XmlPart {
    void writeTo(XMLStreamWriter xml) throws XMLStreamException;
  }
}
