package org.petlab.opc.administration.broker;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.petlab.documents.PurchaseOrder;
import org.petlab.pages.HttpProblem;

/**
 * A queue that carries documents, or a subscription to a topic, as the workflow table names it.
 *
 * @param address the queue's or the topic's name
 */
record BrokerQueue(String name, String address, boolean isSubscription, String deadSuffix) {
  private static final String TABLE = "/petlab/workflow.json";
  private static final List<BrokerQueue> ALL = read();

  static List<BrokerQueue> all() {
    return ALL;
  }

  static BrokerQueue named(String name) {
    return ALL.stream()
        .filter(queue -> queue.name.equals(name))
        .findFirst()
        .orElseThrow(() -> HttpProblem.notFound("There is no queue " + name + "."));
  }

  /** What a session calls it; Artemis names a subscription's queue {@code address::queue}. */
  String jmsName() {
    return isSubscription ? address + "::" + name : name;
  }

  /** What the broker calls the dead-letter queue of it. */
  String deadName() {
    return name + deadSuffix;
  }

  /** What a session calls the dead-letter queue of it. */
  String deadJmsName() {
    return isSubscription ? address + deadSuffix + "::" + name + deadSuffix : name + deadSuffix;
  }

  private static List<BrokerQueue> read() {
    InputStream table = PurchaseOrder.class.getResourceAsStream(TABLE);
    try (JsonReader reader = Json.createReader(table)) {
      JsonObject workflow = reader.readObject();
      String suffix = workflow.getJsonObject("redelivery").getString("dead_letter_suffix");
      return workflow.getJsonArray("destinations").getValuesAs(JsonObject.class).stream()
          .flatMap(destination -> of(destination, suffix))
          .toList();
    }
  }

  private static Stream<BrokerQueue> of(JsonObject destination, String suffix) {
    String address = destination.getString("name");
    return destination.getString("kind").equals("topic")
        ? destination.getJsonArray("subscriptions").getValuesAs(JsonString.class).stream()
            .map(name -> new BrokerQueue(name.getString(), address, true, suffix))
        : Stream.of(new BrokerQueue(address, address, false, suffix));
  }
}
