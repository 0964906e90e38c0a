package org.petlab.workflow.documents;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Looks through a SOAP message before the SOAP layer reads it. Nothing is built, nothing fetched.
 */
public final class Envelope {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  // Envelope and body stand around the document.
  private static final int MAX_DEPTH = BoundedReader.MAX_DEPTH + 2;
  private static final XMLInputFactory READERS = readers();

  private Envelope() {}

  /**
   * What is wrong with the message; empty when the SOAP layer may read it.
   *
   * @param encoding what the transport says, against which the document's own word does not count;
   *     null when it says nothing
   */
  public static Optional<String> problem(byte[] xml, String encoding) {
    try {
      return problem(READERS.createXMLStreamReader(new ByteArrayInputStream(xml), encoding));
    } catch (XMLStreamException e) {
      return Optional.of("Not well-formed XML: " + e.getMessage().replaceAll("\\s+", " "));
    }
  }

  private static Optional<String> problem(XMLStreamReader reader) throws XMLStreamException {
    int depth = 0;
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.DTD -> {
          return Optional.of(
              "A message may have no document type declaration (SOAP 1.1, section 3)");
        }
        case XMLStreamConstants.START_ELEMENT -> {
          if (depth == 0 && !isEnvelope(reader)) {
            return Optional.of("Expected an Envelope of SOAP 1.1, found another root element");
          }
          if (++depth > MAX_DEPTH) {
            return Optional.of("Elements are nested more than " + MAX_DEPTH + " deep");
          }
        }
        case XMLStreamConstants.END_ELEMENT -> depth--;
        default -> {
          // Text, comments and the like: only that they are well-formed matters.
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isEnvelope(XMLStreamReader reader) {
    return SOAP.equals(reader.getNamespaceURI()) && "Envelope".equals(reader.getLocalName());
  }

  private static XMLInputFactory readers() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }
}
