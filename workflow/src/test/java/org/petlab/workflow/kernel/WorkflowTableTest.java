package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The workflow table is the contract with the lab: the code must say the same. */
class WorkflowTableTest {
  private final JsonObject table = table();

  @Test
  void stepsAreThoseOfTheTable() {
    assertThat(
            rows("steps").map(row -> row.getString("name") + " in " + row.getString("application")))
        .containsExactlyElementsOf(
            Arrays.stream(Step.values()).map(step -> step + " in " + step.application()).toList());
  }

  @Test
  void transitionsAreThoseOfTheTable() {
    assertThat(rows("transitions").map(WorkflowTableTest::describe))
        .containsExactlyElementsOf(
            Arrays.stream(Transition.values()).map(WorkflowTableTest::describe).toList());
  }

  @Test
  void everyTransitionReachesADestinationOfTheTable() {
    List<String> destinations = rows("destinations").map(row -> row.getString("name")).toList();
    assertThat(Transition.values())
        .extracting(Transition::destination)
        .containsExactlyInAnyOrderElementsOf(destinations);
  }

  @Test
  void theForeignClientIsThatOfTheTable() {
    JsonObject client = table.getJsonObject("foreign_client");
    assertThat(client.getString("name")).isEqualTo(ForeignClient.NAME);
    assertThat(client.getString("order_ids")).isEqualTo(ForeignClient.ORDER_IDS);
    assertThat(Transition.values())
        .filteredOn(ForeignClient::mayUse)
        .containsExactly(Transition.named(client.getString("transition")));
  }

  private static String describe(JsonObject row) {
    return "%s from %s to %s by %s with %s, switchable %s"
        .formatted(
            row.getString("name"),
            row.getString("sender"),
            row.getString("receiver"),
            row.getString("destination"),
            row.getString("document"),
            row.getBoolean("switchable"));
  }

  private static String describe(Transition transition) {
    return "%s from %s to %s by %s with %s, switchable %s"
        .formatted(
            transition,
            transition.sender(),
            transition.receiver(),
            transition.destination(),
            transition.document().element(),
            transition.isSwitchable());
  }

  private Stream<JsonObject> rows(String name) {
    return table.getJsonArray(name).stream().map(JsonValue::asJsonObject);
  }

  private static JsonObject table() {
    try (JsonReader reader =
        Json.createReader(WorkflowTableTest.class.getResourceAsStream("/petlab/workflow.json"))) {
      return reader.readObject();
    }
  }
}
