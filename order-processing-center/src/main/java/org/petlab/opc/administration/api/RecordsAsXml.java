package org.petlab.opc.administration.api;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes records as XML elements of the same shape as their JSON: a list is an element with one
 * element in it for each entry, named by the list's name without its s; what is null is left out.
 */
@Provider
@Produces(MediaType.APPLICATION_XML)
public class RecordsAsXml extends RecordWriter {
  private static final String NAMESPACE = "urn:petlab:administration:1";
  private static final String NOT_IN_XML =
      "[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

  @Override
  void write(String name, JsonObject content, OutputStream body) {
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(body, "UTF-8");
      xml.writeStartDocument("UTF-8", "1.0");
      xml.setDefaultNamespace(NAMESPACE);
      xml.writeStartElement(NAMESPACE, name);
      xml.writeDefaultNamespace(NAMESPACE);
      writeContent(content, xml);
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw new WebApplicationException("Could not write the answer as XML", e);
    }
  }

  private static void writeContent(JsonObject content, XMLStreamWriter xml)
      throws XMLStreamException {
    for (Map.Entry<String, JsonValue> each : content.entrySet()) {
      write(each.getKey(), each.getValue(), xml);
    }
  }

  private static void write(String name, JsonValue value, XMLStreamWriter xml)
      throws XMLStreamException {
    if (value == JsonValue.NULL) {
      return;
    }
    xml.writeStartElement(NAMESPACE, name);
    switch (value) {
      case JsonObject content -> writeContent(content, xml);
      case JsonArray list -> {
        for (JsonValue each : list) {
          write(name.replaceAll("s$", ""), each, xml);
        }
      }
      case JsonString text -> writeText(text.getString(), xml);
      default -> writeText(value.toString(), xml);
    }
    xml.writeEndElement();
  }

  private static void writeText(String text, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters(text.replaceAll(NOT_IN_XML, "\uFFFD"));
  }
}
