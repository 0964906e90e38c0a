package org.petlab.opc.mailing;

import jakarta.json.Json;
import jakarta.json.JsonObject;

/**
 * A mail as its receiver reads it. What it says of itself was written by whoever sent it.
 *
 * @param takenNs when the mail server took it, wall clock, nanoseconds since the epoch
 */
public record ReceivedMail(
    String kind, String documentId, long takenNs, String subject, String text) {

  static ReceivedMail read(JsonObject mail) {
    return new ReceivedMail(
        mail.getString("kind"),
        mail.getString("document_id"),
        mail.getJsonNumber("taken_ns").longValueExact(),
        mail.getString("subject"),
        mail.getString("text"));
  }

  /** As the storefront is told it. */
  public JsonObject json() {
    return Json.createObjectBuilder()
        .add("kind", kind)
        .add("taken_ns", takenNs)
        .add("subject", subject)
        .add("text", text)
        .build();
  }
}
