package org.petlab.opc.administration.api;

import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes records as XML elements of the same shape as their JSON: a list is an element with one
 * element in it for each entry, named by the list's name without its s; what is null is left out.
 */
@Provider
@Produces(MediaType.APPLICATION_XML)
public class RecordsAsXml implements MessageBodyWriter<Record> {
  private static final String NAMESPACE = "urn:petlab:administration:1";
  private static final String NOT_IN_XML =
      "[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

  @Override
  public boolean isWriteable(
      Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
    return type.isRecord();
  }

  @Override
  public void writeTo(
      Record answer,
      Class<?> type,
      Type generic,
      Annotation[] annotations,
      MediaType media,
      MultivaluedMap<String, Object> headers,
      OutputStream body) {
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(body, "UTF-8");
      xml.writeStartDocument("UTF-8", "1.0");
      xml.setDefaultNamespace(NAMESPACE);
      xml.writeStartElement(NAMESPACE, RecordShape.snakeCase(type.getSimpleName()));
      xml.writeDefaultNamespace(NAMESPACE);
      writeContent(answer, xml);
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw new WebApplicationException("Could not write the answer as XML", e);
    }
  }

  private static void writeContent(Record content, XMLStreamWriter xml) throws XMLStreamException {
    for (RecordComponent component : content.getClass().getRecordComponents()) {
      write(RecordShape.name(component), RecordShape.value(component, content), xml);
    }
  }

  private static void write(String name, Object value, XMLStreamWriter xml)
      throws XMLStreamException {
    if (value == null) {
      return;
    }
    xml.writeStartElement(NAMESPACE, name);
    switch (value) {
      case Record content -> writeContent(content, xml);
      case Iterable<?> list -> {
        for (Object each : list) {
          write(name.replaceAll("s$", ""), each, xml);
        }
      }
      default -> xml.writeCharacters(value.toString().replaceAll(NOT_IN_XML, "\uFFFD"));
    }
    xml.writeEndElement();
  }
}
