package org.petlab.workflow.kernel.transactions;

import jakarta.transaction.Synchronization;

/** Is told how a transaction ended, and nothing before. */
@FunctionalInterface
public interface AfterCompletion extends Synchronization {
  @Override
  default void beforeCompletion() {}
}
