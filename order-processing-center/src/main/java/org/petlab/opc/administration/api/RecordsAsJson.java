package org.petlab.opc.administration.api;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonWriter;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;

/** Writes records as JSON objects. */
@Provider
@Produces(MediaType.APPLICATION_JSON)
public class RecordsAsJson extends RecordWriter {
  @Override
  void write(String name, JsonObject content, OutputStream body) {
    try (JsonWriter json = Json.createWriter(body)) {
      json.write(content);
    }
  }
}
