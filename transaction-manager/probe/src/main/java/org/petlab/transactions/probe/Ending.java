package org.petlab.transactions.probe;

/** How a transaction over the database and the broker is made to end. */
public enum Ending {
  COMMIT,
  ROLLBACK,
  /** Its work commits, but a third resource refuses to prepare when the others have prepared. */
  REFUSAL,
  /** A third resource cannot be started. Who enlists it is told, but goes on and commits. */
  START_FAILS,
  /** A third resource fails when its work is to end, before it prepares. */
  END_FAILS
}
