package org.petlab.opc.administration.api;

import jakarta.json.JsonObject;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Answers with a record. Each format is a subclass. */
abstract class RecordWriter implements MessageBodyWriter<Record> {
  /**
   * @param name of the record, in snake case
   */
  abstract void write(String name, JsonObject content, OutputStream body);

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
    write(RecordShape.snakeCase(type.getSimpleName()), RecordShape.json(answer), body);
  }
}
