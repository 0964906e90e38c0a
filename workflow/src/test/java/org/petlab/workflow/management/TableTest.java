package org.petlab.workflow.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void fieldsAreQuotedWhereTheyMustBe() {
    Table table =
        new Table(
            List.of("id", "reason"),
            List.of(Arrays.asList("1", null), List.of("2", "no, \"never\"")));
    assertThat(table.csv()).isEqualTo("id,reason\r\n1,\r\n2,\"no, \"\"never\"\"\"\r\n");
  }
}
