package org.petlab.workflow.documents;

import java.io.ByteArrayInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** What stands in an XML document before its root element. */
public final class Prolog {
  private static final XMLInputFactory READERS = readers();

  private Prolog() {}

  /** Whether there is a document type declaration; what is not XML has none. */
  public static boolean hasDoctype(byte[] xml) {
    return hasDoctype(xml, null);
  }

  /**
   * @param encoding what the transport says, against which the document's own word does not count;
   *     null when it says nothing
   */
  public static boolean hasDoctype(byte[] xml, String encoding) {
    try {
      XMLStreamReader reader =
          READERS.createXMLStreamReader(new ByteArrayInputStream(xml), encoding);
      int event = reader.getEventType();
      while (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.DTD) {
        event = reader.next();
      }
      return event == XMLStreamConstants.DTD;
    } catch (XMLStreamException e) {
      // The SOAP layer will say what is wrong with it.
      return false;
    }
  }

  private static XMLInputFactory readers() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }
}
