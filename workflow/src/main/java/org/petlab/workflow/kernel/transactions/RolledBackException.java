package org.petlab.workflow.kernel.transactions;

/** The thread's transaction was rolled back, or can only be rolled back. */
public final class RolledBackException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  RolledBackException(int status) {
    super("Nothing of this transaction can be committed any more (JTA status " + status + ")");
  }
}
