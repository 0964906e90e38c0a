package org.petlab.opc.administration.api;

import jakarta.json.Json;
import jakarta.json.stream.JsonGenerator;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;

/** Writes records as JSON objects. Moments and dates are texts of ISO 8601. */
@Provider
@Produces(MediaType.APPLICATION_JSON)
public class RecordsAsJson implements MessageBodyWriter<Record> {

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
    try (JsonGenerator json = Json.createGenerator(body)) {
      write(answer, json);
    }
  }

  private static void write(Object value, JsonGenerator json) {
    switch (value) {
      case null -> json.writeNull();
      case Record content -> writeObject(content, json);
      case Iterable<?> list -> {
        json.writeStartArray();
        list.forEach(each -> write(each, json));
        json.writeEnd();
      }
      case Boolean truth -> json.write(truth);
      case Integer number -> json.write(number);
      case Long number -> json.write(number);
      case BigDecimal number -> json.write(number);
      default -> json.write(value.toString());
    }
  }

  private static void writeObject(Record content, JsonGenerator json) {
    json.writeStartObject();
    for (RecordComponent component : content.getClass().getRecordComponents()) {
      json.writeKey(RecordShape.name(component));
      write(RecordShape.value(component, content), json);
    }
    json.writeEnd();
  }
}
