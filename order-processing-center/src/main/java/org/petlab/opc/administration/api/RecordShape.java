package org.petlab.opc.administration.api;

import java.lang.reflect.RecordComponent;
import java.util.Locale;

/** How a record is spelled outside: its components in their order, in snake case. */
final class RecordShape {
  private RecordShape() {}

  static String name(RecordComponent component) {
    return snakeCase(component.getName());
  }

  static String snakeCase(String camelCase) {
    return camelCase.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  static Object value(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Could not read " + component + " of " + of, e);
    }
  }
}
