package org.petlab.opc.administration.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The description says what there is, and nothing else. */
class DescriptionTest {
  private static final Pattern REFERENCE = Pattern.compile("\"#/components/schemas/(\\w+)\"");
  private final JsonObject description = read();

  @Test
  void itNamesEveryCallOfTheResourceAndNoOther() {
    Set<String> described = new TreeSet<>();
    paths()
        .forEach(
            (path, calls) ->
                calls
                    .asJsonObject()
                    .keySet()
                    .forEach(
                        method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path)));
    Set<String> there =
        AdministrationApi.RESOURCES.stream()
            .flatMap(resource -> Arrays.stream(resource.getMethods()).map(DescriptionTest::call))
            .flatMap(Optional::stream)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(described).isEqualTo(there);
  }

  @Test
  void everyAnswerHasTheFieldsThatItsSchemaNames() {
    Map<String, Class<?>> records = new HashMap<>();
    for (Class<?> resource : AdministrationApi.RESOURCES) {
      for (Method method : resource.getMethods()) {
        if (call(method).isPresent()) {
          collect(method.getReturnType(), records);
        }
      }
    }
    assertThat(records).hasSizeGreaterThan(10);
    records.forEach(
        (name, type) ->
            assertThat(schemas().getJsonObject(name).getJsonObject("properties").keySet())
                .as(name)
                .containsExactlyElementsOf(
                    Arrays.stream(type.getRecordComponents())
                        .map(component -> RecordShape.snakeCase(component.getName()))
                        .toList()));
  }

  @Test
  void everyReferenceLeadsSomewhereAndEverySchemaIsReferredTo() {
    Set<String> referred =
        REFERENCE
            .matcher(description.toString())
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toSet());
    assertThat(referred).isEqualTo(schemas().keySet());
  }

  private static void collect(Type type, Map<String, Class<?>> records) {
    if (type instanceof ParameterizedType list) {
      List.of(list.getActualTypeArguments()).forEach(entry -> collect(entry, records));
    } else if (type instanceof Class<?> record && record.isRecord()) {
      records.put(record.getSimpleName(), record);
      for (RecordComponent component : record.getRecordComponents()) {
        collect(component.getGenericType(), records);
      }
    }
  }

  private static Optional<String> call(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(Annotation::annotationType)
        .filter(type -> type.isAnnotationPresent(HttpMethod.class))
        .map(type -> type.getAnnotation(HttpMethod.class).value() + " " + path(method))
        .findFirst();
  }

  private static String path(Method method) {
    Path ofMethod = method.getAnnotation(Path.class);
    String path =
        "/"
            + method.getDeclaringClass().getAnnotation(Path.class).value()
            + (ofMethod == null ? "" : "/" + ofMethod.value());
    return path.replaceAll("/+", "/");
  }

  private JsonObject paths() {
    return description.getJsonObject("paths");
  }

  private JsonObject schemas() {
    return description.getJsonObject("components").getJsonObject("schemas");
  }

  private static JsonObject read() {
    try (InputStream file = OpenApiResource.class.getResourceAsStream(OpenApiResource.FILE);
        JsonReader reader = Json.createReader(file)) {
      return reader.readObject();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
