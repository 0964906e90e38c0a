package org.petlab.transactions.probe;

/** How a transaction over the database and the broker is made to end. */
public enum Ending {
  COMMIT,
  ROLLBACK,
  /** Its work commits, but a third resource refuses to prepare when the others have prepared. */
  REFUSAL
}
