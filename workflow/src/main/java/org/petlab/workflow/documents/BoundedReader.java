package org.petlab.workflow.documents;

import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/** A parser that refuses DTDs, entities and deep nesting, and fetches nothing. */
final class BoundedReader extends XMLFilterImpl {
  static final int MAX_DEPTH = 32;

  private static final SAXParserFactory PARSERS = parsers();

  private int depth;

  BoundedReader() {
    super(newParser());
  }

  @Override
  public void startElement(String uri, String localName, String qName, Attributes attributes)
      throws SAXException {
    if (++depth > MAX_DEPTH) {
      throw new SAXException("Elements are nested more than " + MAX_DEPTH + " deep");
    }
    super.startElement(uri, localName, qName, attributes);
  }

  @Override
  public void endElement(String uri, String localName, String qName) throws SAXException {
    depth--;
    super.endElement(uri, localName, qName);
  }

  private static XMLReader newParser() {
    try {
      return PARSERS.newSAXParser().getXMLReader();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("The platform has no secure XML parser", e);
    }
  }

  private static SAXParserFactory parsers() {
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
      factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
      factory.setXIncludeAware(false);
      return factory;
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("The platform has no secure XML parser", e);
    }
  }
}
