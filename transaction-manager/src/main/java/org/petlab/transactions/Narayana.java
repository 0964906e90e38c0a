package org.petlab.transactions;

import com.sun.enterprise.transaction.spi.RecoveryResourceHandler;
import jakarta.transaction.TransactionManager;
import java.util.Collection;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAResource;

/**
 * The running transaction manager and its recovery. It starts at the first need and not with the
 * server: its log store may be a connection pool, which the server has only later.
 */
final class Narayana {
  private static final Logger LOG = Logger.getLogger(Narayana.class.getPackageName());

  private final TransactionSettings settings;
  private final ActiveTransactions active;
  private final Recovery recovery;
  private volatile TransactionManager manager;

  /**
   * @param handlers what opens the server's own resources for recovery
   */
  Narayana(
      TransactionSettings settings,
      ActiveTransactions active,
      Supplier<Collection<RecoveryResourceHandler>> handlers) {
    this.settings = settings;
    this.active = active;
    var resources =
        new RecoverableResources(handlers, new ExpectedResources(settings.resourceCount()));
    this.recovery = new Recovery(resources, settings.recoveryPeriod());
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
      manager = BundleClassLoader.call(this::configured);
    }
    return manager;
  }

  private TransactionManager configured() {
    NarayanaConfiguration.apply(settings);
    TransactionManager started = com.arjuna.ats.jta.TransactionManager.transactionManager();
    var status = new TransactionManagerStatus(active);
    // Asks for the store, which may not come up: then nothing says that Narayana runs.
    String description = status.describe();
    status.register();
    LOG.log(Level.INFO, "Transactions are driven by {0}.", description);
    return started;
  }

  /** Recovers from now on, again and again. */
  void startRecovery() {
    manager();
    recovery.start();
  }

  /** Makes one pass of recovery and returns when it has ended. */
  void recoverNow() {
    manager();
    recovery.pass();
  }

  /** Recovery looks into a resource that belongs to no pool, too. */
  void recover(XAResource resource) {
    recovery.register(resource);
  }
}
