package org.petlab.opc.administration.api;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.petlab.pages.HttpProblem;

/** What came with a call: UTF-8, and not more than a call can need. */
final class RequestBody {
  private static final int MAX_BYTES = 1 << 16;

  private RequestBody() {}

  static String text(InputStream body) {
    try {
      byte[] bytes = body.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw HttpProblem.badRequest("A call may have " + MAX_BYTES + " bytes.");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw HttpProblem.badRequest("The request body is incomplete.");
    }
  }

  static JsonObject json(InputStream body) {
    try (JsonReader reader = Json.createReader(new StringReader(text(body)))) {
      return reader.readObject();
    } catch (JsonException e) {
      throw HttpProblem.badRequest("Expected a JSON object: " + e.getMessage());
    }
  }

  /** A text of the object; a wrong kind of value is refused. */
  static String text(JsonObject object, String name) {
    try {
      return object.getString(name);
    } catch (NullPointerException | ClassCastException e) {
      throw HttpProblem.badRequest("Expected '" + name + "', a text.");
    }
  }
}
