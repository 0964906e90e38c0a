package org.petlab.transactions;

import jakarta.transaction.TransactionManager;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The running transaction manager. It starts at the first need and not with the server: its log
 * store may be a connection pool, which the server has only later.
 */
final class Narayana {
  private static final Logger LOG = Logger.getLogger(Narayana.class.getPackageName());

  private final TransactionSettings settings;
  private final ActiveTransactions active;
  private volatile TransactionManager manager;

  Narayana(TransactionSettings settings, ActiveTransactions active) {
    this.settings = settings;
    this.active = active;
  }

  TransactionSettings settings() {
    return settings;
  }

  /** The manager, started if it was not. */
  TransactionManager manager() {
    TransactionManager started = manager;
    return started == null ? start() : started;
  }

  private synchronized TransactionManager start() {
    if (manager == null) {
      manager = ContextLoader.lent(this::configured);
    }
    return manager;
  }

  private TransactionManager configured() {
    NarayanaConfiguration.apply(settings);
    TransactionManager started = com.arjuna.ats.jta.TransactionManager.transactionManager();
    var status = new TransactionManagerStatus(active);
    status.register();
    LOG.log(Level.INFO, "Transactions are driven by {0}.", status.describe());
    return started;
  }
}
