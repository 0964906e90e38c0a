package org.petlab.workflow.management;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcurrentStepsTest {
  @ParameterizedTest
  @CsvSource({
    "23503, true, a row that another one refers to",
    "40P01, true, a deadlock",
    "40001, true, a transaction that could not be serialized",
    "61000, true, a deadlock in Oracle",
    "42P01, false, a table that is not there",
    "57P01, false, a database that is stopped",
    "23, false, no SQLSTATE",
    ", false, no SQLSTATE"
  })
  void conflictsAreToldByTheirState(String state, boolean isConflict, String reason) {
    Exception failure = new IllegalStateException(new SQLException(reason, state));
    assertEquals(isConflict, ConcurrentSteps.areCauseOf(failure), reason);
  }
}
