package org.petlab.workflow.kernel.documents;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.UnmarshallerHandler;
import java.io.IOException;
import java.io.StringReader;
import javax.xml.validation.Schema;
import javax.xml.validation.ValidatorHandler;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Reads one document after another: bounded, validated, bound to its class. To make one costs about
 * as much as to read a document. One that has refused a document must not be used again.
 */
final class DocumentParser {
  private final BoundedReader reader = new BoundedReader();
  private final UnmarshallerHandler content;
  private long readCharacters;

  DocumentParser(JAXBContext context, Schema schema) throws JAXBException {
    Unmarshaller unmarshaller = context.createUnmarshaller();
    // A value that the schema allows and Java cannot hold would otherwise be left out in silence.
    unmarshaller.setEventHandler(event -> false);
    content = unmarshaller.getUnmarshallerHandler();
    ValidatorHandler validator = schema.newValidatorHandler();
    validator.setErrorHandler(new RefuseAll());
    validator.setContentHandler(content);
    reader.setContentHandler(validator);
    reader.setErrorHandler(new RefuseAll());
  }

  Object parse(String xml) throws JAXBException {
    readCharacters += xml.length();
    try {
      reader.parse(new InputSource(new StringReader(xml)));
    } catch (SAXException e) {
      throw new UnmarshalException(e);
    } catch (IOException e) {
      throw new IllegalStateException("A text in memory could not be read", e);
    }
    return content.getResult();
  }

  /** The platform's parser keeps every name that it meets, also those that a sender made up. */
  boolean isSpent() {
    return readCharacters > Documents.MAX_CHARACTERS;
  }

  private static final class RefuseAll implements ErrorHandler {
    @Override
    public void warning(SAXParseException problem) throws SAXException {
      throw problem;
    }

    @Override
    public void error(SAXParseException problem) throws SAXException {
      throw problem;
    }

    @Override
    public void fatalError(SAXParseException problem) throws SAXException {
      throw problem;
    }
  }
}
