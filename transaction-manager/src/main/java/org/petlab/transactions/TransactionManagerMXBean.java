package org.petlab.transactions;

/** What really drives the transactions of this server. Its name is {@link #NAME}. */
public interface TransactionManagerMXBean {
  String NAME = "org.petlab:type=TransactionManager";

  /** {@code narayana}. Payara's own transaction manager has no bean of this name. */
  String getManager();

  /** Version of the manager's own code. */
  String getVersion();

  /** Kind of log store that is open: file, journal, slots, jdbc or volatile. */
  String getStore();

  /** Absolute path of the directory that belongs to the store. */
  String getStoreDirectory();

  /** Whether the decision to commit is forced to the disk before the resources hear of it. */
  boolean isForcedWrites();

  /** Name of this server in the names of its transaction branches. */
  String getNode();

  /** Distributed transactions that have begun and not ended. */
  int getActiveTransactions();

  /**
   * Decisions to commit that stand in the log. While transactions are active theirs are among them;
   * with none active, these are in doubt and wait for recovery. -1 if the log could not be read.
   */
  int getInDoubt();
}
