package org.petlab.workflow.kernel.documents;

import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.Locator2;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * A parser that refuses DTDs, entities and whatever is deeper, longer or more than any document
 * has, before somebody looks at it closely. It fetches nothing.
 */
final class BoundedReader extends XMLFilterImpl {
  static final int MAX_DEPTH = 32;

  /**
   * Of one text or attribute. No schema allows more than 254; but it looks at the pattern before it
   * looks at the length.
   */
  static final int MAX_TEXT = 1_000;

  /** Of the one long text that a schema allows. */
  static final int MAX_BODY = 20_000;

  private static final String BODY = "body";

  /** The longest document, an order of a hundred lines, has some hundreds. */
  static final int MAX_ELEMENTS = 2_000;

  /** Of one element, its namespaces among them. */
  static final int MAX_ATTRIBUTES = 64;

  static final String TOO_DEEP = "Elements are nested more than %d deep";
  static final String TOO_MANY = "There are more than %d elements";
  static final String TOO_LONG = "A text has more than %d characters";

  static final String TOO_MANY_NAMESPACES = "There are more than %d namespaces";
  private static final String DECLARATION = "xmlns";

  private static final SAXParserFactory PARSERS = parsers();

  private Locator2 place;
  private int depth;
  private int elements;
  private int characters;
  private int longest;

  BoundedReader() {
    super(newParser());
  }

  @Override
  public void setDocumentLocator(Locator locator) {
    place = (Locator2) locator;
    super.setDocumentLocator(locator);
  }

  @Override
  public void startDocument() throws SAXException {
    depth = 0;
    elements = 0;
    characters = 0;
    super.startDocument();
  }

  @Override
  public void startElement(String uri, String localName, String qName, Attributes attributes)
      throws SAXException {
    // XML 1.1 has characters that nobody could write again.
    require(!"1.1".equals(place.getXMLVersion()), "Expected XML 1.0, found 1.1");
    require(++depth <= MAX_DEPTH, TOO_DEEP.formatted(MAX_DEPTH));
    require(++elements <= MAX_ELEMENTS, TOO_MANY.formatted(MAX_ELEMENTS));
    for (int index = 0; index < attributes.getLength(); index++) {
      require(attributes.getValue(index).length() <= MAX_TEXT, TOO_LONG.formatted(MAX_TEXT));
    }
    characters = 0;
    longest = BODY.equals(localName) ? MAX_BODY : MAX_TEXT;
    super.startElement(uri, localName, qName, attributes);
  }

  @Override
  public void endElement(String uri, String localName, String qName) throws SAXException {
    depth--;
    characters = 0;
    longest = MAX_TEXT;
    super.endElement(uri, localName, qName);
  }

  @Override
  public void characters(char[] text, int start, int length) throws SAXException {
    characters += length;
    require(characters <= longest, TOO_LONG.formatted(longest));
    super.characters(text, start, length);
  }

  /**
   * Whether more namespaces are declared than there may be elements. Asked before anything is
   * parsed: to the parser, each namespace costs as much as all those before it.
   */
  static boolean hasTooManyNamespaces(String xml) {
    int found = 0;
    int place = xml.indexOf(DECLARATION);
    while (place >= 0 && found <= MAX_ELEMENTS) {
      found++;
      place = xml.indexOf(DECLARATION, place + DECLARATION.length());
    }
    return found > MAX_ELEMENTS;
  }

  private static void require(boolean holds, String otherwise) throws SAXException {
    if (!holds) {
      throw new SAXException(otherwise);
    }
  }

  private static XMLReader newParser() {
    try {
      XMLReader parser = PARSERS.newSAXParser().getXMLReader();
      parser.setProperty("jdk.xml.elementAttributeLimit", MAX_ATTRIBUTES);
      return parser;
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
