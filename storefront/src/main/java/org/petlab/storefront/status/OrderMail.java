package org.petlab.storefront.status;

import jakarta.json.JsonObject;

/** A mail that the customer has got about an order. */
public record OrderMail(Moment received, String subject, String text) {

  static OrderMail read(JsonObject mail) {
    return new OrderMail(
        new Moment(mail.getJsonNumber("taken_ns").longValue()),
        mail.getString("subject"),
        mail.getString("text"));
  }
}
