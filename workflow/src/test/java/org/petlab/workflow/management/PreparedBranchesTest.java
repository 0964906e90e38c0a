package org.petlab.workflow.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PreparedBranchesTest {
  @Test
  void eachDatabaseHasAViewOfItsOwn() {
    assertThat(PreparedBranches.query("PostgreSQL")).contains("pg_prepared_xacts");
    assertThat(PreparedBranches.query("Oracle")).contains("dba_pending_transactions");
  }

  @Test
  void anotherOneIsNotTakenForEmpty() {
    assertThatThrownBy(() -> PreparedBranches.query("H2"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("H2");
  }
}
