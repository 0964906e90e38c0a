package org.petlab.workflow.management;

/** What drives the transactions of this server, read from the manager itself. */
public interface ServerTransactions {
  String getManager();

  String getVersion();

  /** Kind of log store that is open. */
  String getStore();

  String getStoreDirectory();

  boolean isForcedWrites();

  /** Name of this server in the names of its transaction branches. */
  String getNode();

  /** Transactions that have begun and not ended. */
  int getActiveTransactions();

  /** Decisions to commit that stand in the log; -1 if the log could not be read. */
  int getInDoubt();
}
