package org.petlab.workflow.kernel.documents;

import javax.xml.stream.XMLStreamReader;
import org.petlab.workflow.kernel.Redaction;

/**
 * What SOAP 1.1 says of a message, as far as it concerns one that carries a document: an Envelope,
 * perhaps one Header, then one Body, and in it one document. A second one would be lost in silence.
 */
final class SoapStructure {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String NEXT = "http://schemas.xmlsoap.org/soap/actor/next";
  private static final String DOCUMENTS = "urn:petlab:documents:1";

  private final String document;
  private boolean hasHeader;
  private boolean hasBody;
  private boolean hasDocument;

  SoapStructure(String document) {
    this.document = document;
  }

  /**
   * @param depth how many elements the one that begins stands in
   */
  void begin(XMLStreamReader element, int depth) {
    switch (depth) {
      case 0 -> envelope(element);
      case 1 -> part(element);
      case 2 -> content(element);
      default -> {
        // The schema's business, or nobody's.
      }
    }
  }

  /** Text occurs in documents and in headers only. */
  void text(XMLStreamReader text, int depth) {
    if (depth <= 2 && !text.isWhiteSpace()) {
      throw EnvelopeProblem.notSoap(
              "Expected elements only in an Envelope and its Body, found text")
          .exception();
    }
  }

  /** Allowed by SOAP, but Payara's SOAP layer fails on it, with an error of its own. */
  void comment(int depth) {
    if (hasBody && depth == 2) {
      throw EnvelopeProblem.notSoap("Expected a document alone in the Body, found a comment too")
          .exception();
    }
  }

  void end() {
    if (!hasBody) {
      throw EnvelopeProblem.notSoap("Expected a Body in the Envelope, found none").exception();
    }
    if (!hasDocument) {
      throw EnvelopeProblem.notSoap("Expected a %s in the Body, found none".formatted(document))
          .exception();
    }
  }

  private static void envelope(XMLStreamReader element) {
    if (!is(element, SOAP, "Envelope")) {
      throw EnvelopeProblem.notXml("Expected an Envelope of SOAP 1.1, found another root element")
          .exception();
    }
  }

  private void part(XMLStreamReader element) {
    if (is(element, SOAP, "Header") && !hasHeader && !hasBody) {
      hasHeader = true;
    } else if (is(element, SOAP, "Body") && !hasBody) {
      hasBody = true;
    } else {
      throw EnvelopeProblem.notSoap(
              "Expected one Header at most and then one Body, found another " + name(element))
          .exception();
    }
  }

  private void content(XMLStreamReader element) {
    if (hasBody) {
      document(element);
    } else if (mustBeUnderstood(element)) {
      throw EnvelopeProblem.notUnderstood(
              "No header is understood here, but this one must be: " + name(element))
          .exception();
    }
  }

  private void document(XMLStreamReader element) {
    if (hasDocument) {
      throw EnvelopeProblem.notSoap(
              "Expected one %s in the Body, found another element after it".formatted(document))
          .exception();
    }
    if (!is(element, DOCUMENTS, document)) {
      throw EnvelopeProblem.notSoap(
              "Expected a %s of the namespace %s in the Body, found {%s}%s"
                  .formatted(document, DOCUMENTS, element.getNamespaceURI(), name(element)))
          .exception();
    }
    hasDocument = true;
  }

  private static boolean mustBeUnderstood(XMLStreamReader header) {
    String must = header.getAttributeValue(SOAP, "mustUnderstand");
    String actor = header.getAttributeValue(SOAP, "actor");
    boolean isForUs = actor == null || actor.isBlank() || actor.strip().equals(NEXT);
    return isForUs && must != null && (must.strip().equals("1") || must.strip().equals("true"));
  }

  private static String name(XMLStreamReader element) {
    return Redaction.value(element.getLocalName());
  }

  private static boolean is(XMLStreamReader element, String namespace, String name) {
    return namespace.equals(element.getNamespaceURI()) && name.equals(element.getLocalName());
  }
}
