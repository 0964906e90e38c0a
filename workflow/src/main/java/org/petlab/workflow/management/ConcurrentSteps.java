package org.petlab.workflow.management;

import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Stream;

/** Whether a change of the books failed because a step changed them at the same time. */
final class ConcurrentSteps {
  /**
   * The classes of SQLSTATE: a constraint that does not hold any more (23), a transaction that the
   * database has rolled back for another, as in a deadlock (40; 61 in Oracle).
   */
  private static final Set<String> CLASSES = Set.of("23", "40", "61");

  private ConcurrentSteps() {}

  static boolean areCauseOf(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .anyMatch(cause -> cause instanceof SQLException refusal && isConflict(refusal));
  }

  private static boolean isConflict(SQLException refusal) {
    String state = refusal.getSQLState();
    return state != null && state.length() == 5 && CLASSES.contains(state.substring(0, 2));
  }
}
