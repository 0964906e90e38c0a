package org.petlab.workflow.kernel.documents;

import static org.petlab.workflow.kernel.documents.BoundedReader.MAX_ATTRIBUTES;
import static org.petlab.workflow.kernel.documents.BoundedReader.MAX_BODY;
import static org.petlab.workflow.kernel.documents.BoundedReader.MAX_ELEMENTS;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.petlab.workflow.kernel.documents.EnvelopeProblem.EnvelopeException;

/**
 * Looks through a SOAP message before the SOAP layer reads it, and refuses whatever that layer
 * would refuse, or read otherwise, in words of its own. Nothing is built, nothing fetched.
 */
public final class Envelope {
  // Envelope and body stand around the document.
  private static final int MAX_DEPTH = BoundedReader.MAX_DEPTH + 2;
  private static final XMLInputFactory READERS = readers();

  private final XMLStreamReader reader;
  private final SoapStructure structure;
  private int depth;
  private int elements;
  private int characters;

  private Envelope(XMLStreamReader reader, String document) {
    this.reader = reader;
    this.structure = new SoapStructure(document);
  }

  /**
   * What is wrong with the message; empty when the SOAP layer may read it.
   *
   * @param encoding what the transport says, against which the document's own word does not count;
   *     null when it says nothing
   * @param document the name of the one element that the body shall have
   */
  public static Optional<EnvelopeProblem> problem(byte[] xml, String encoding, String document) {
    // The declarations are ASCII, and in UTF-8 nothing else looks like it.
    if (BoundedReader.hasTooManyNamespaces(new String(xml, StandardCharsets.ISO_8859_1))) {
      return Optional.of(
          EnvelopeProblem.notXml(BoundedReader.TOO_MANY_NAMESPACES.formatted(MAX_ELEMENTS)));
    }
    try {
      var reader = READERS.createXMLStreamReader(new ByteArrayInputStream(xml), encoding);
      if (encoding == null && !isUtf8(reader)) {
        return Optional.of(EnvelopeProblem.wrongEncoding("Expected a message in UTF-8"));
      }
      new Envelope(reader, document).lookThrough();
      return Optional.empty();
    } catch (EnvelopeException e) {
      return Optional.of(e.problem());
    } catch (XMLStreamException e) {
      return Optional.of(EnvelopeProblem.notXml("Not well-formed XML: " + e.getMessage()));
    }
  }

  private static boolean isUtf8(XMLStreamReader reader) {
    String declared = reader.getCharacterEncodingScheme();
    return "UTF-8".equalsIgnoreCase(reader.getEncoding())
        && (declared == null || "UTF-8".equalsIgnoreCase(declared));
  }

  private void lookThrough() throws XMLStreamException {
    if ("1.1".equals(reader.getVersion())) {
      throw EnvelopeProblem.notXml("Expected XML 1.0, found 1.1").exception();
    }
    while (reader.hasNext()) {
      inspect(reader.next());
    }
    structure.end();
  }

  private void inspect(int event) {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> begin();
      case XMLStreamConstants.END_ELEMENT -> {
        depth--;
        characters = 0;
      }
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
          read(reader.getTextLength());
      case XMLStreamConstants.COMMENT -> structure.comment(depth);
      case XMLStreamConstants.DTD ->
          throw EnvelopeProblem.notXml(
                  "A message may have no document type declaration (SOAP 1.1, section 3)")
              .exception();
      case XMLStreamConstants.PROCESSING_INSTRUCTION ->
          throw EnvelopeProblem.notXml(
                  "A message may have no processing instruction (SOAP 1.1, section 3)")
              .exception();
      case XMLStreamConstants.ENTITY_REFERENCE ->
          throw EnvelopeProblem.notXml("Not well-formed XML: an entity that is not declared")
              .exception();
      default -> {
        // Only that it is well-formed matters.
      }
    }
  }

  private void begin() {
    structure.begin(reader, depth);
    bound(++depth, MAX_DEPTH, BoundedReader.TOO_DEEP);
    bound(++elements, MAX_ELEMENTS, BoundedReader.TOO_MANY);
    bound(
        reader.getAttributeCount() + reader.getNamespaceCount(),
        MAX_ATTRIBUTES,
        "An element has more than %d attributes and namespaces");
    for (int index = 0; index < reader.getAttributeCount(); index++) {
      bound(reader.getAttributeValue(index).length(), MAX_BODY, BoundedReader.TOO_LONG);
    }
    for (int index = 0; index < reader.getNamespaceCount(); index++) {
      String name = reader.getNamespaceURI(index);
      bound(name == null ? 0 : name.length(), MAX_BODY, BoundedReader.TOO_LONG);
    }
    characters = 0;
  }

  private void read(int length) {
    characters += length;
    bound(characters, MAX_BODY, BoundedReader.TOO_LONG);
    structure.text(reader, depth);
  }

  private static void bound(int found, int most, String otherwise) {
    if (found > most) {
      throw EnvelopeProblem.notXml(otherwise.formatted(most)).exception();
    }
  }

  private static XMLInputFactory readers() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty("jdk.xml.elementAttributeLimit", MAX_ATTRIBUTES);
    return factory;
  }
}
