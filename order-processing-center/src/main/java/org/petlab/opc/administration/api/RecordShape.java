package org.petlab.opc.administration.api;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * How a record is spelled outside, in JSON and in XML alike: its components in their order, in
 * snake case. JSON-B would not keep the order, and JAXB binds no records.
 */
final class RecordShape {
  private RecordShape() {}

  /** Moments and dates are texts of ISO 8601. */
  static JsonObject json(Record content) {
    JsonObjectBuilder json = Json.createObjectBuilder();
    for (RecordComponent component : content.getClass().getRecordComponents()) {
      json.add(snakeCase(component.getName()), value(read(component, content)));
    }
    return json.build();
  }

  private static JsonValue value(Object value) {
    return switch (value) {
      case null -> JsonValue.NULL;
      case Record content -> json(content);
      case Iterable<?> list -> {
        JsonArrayBuilder array = Json.createArrayBuilder();
        list.forEach(each -> array.add(value(each)));
        yield array.build();
      }
      case Boolean truth -> truth ? JsonValue.TRUE : JsonValue.FALSE;
      case Integer number -> Json.createValue(number);
      case Long number -> Json.createValue(number);
      case BigDecimal number -> Json.createValue(number);
      default -> Json.createValue(value.toString());
    };
  }

  static String snakeCase(String camelCase) {
    return camelCase.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  private static Object read(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Could not read " + component + " of " + of, e);
    }
  }
}
