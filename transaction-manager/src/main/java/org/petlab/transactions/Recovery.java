package org.petlab.transactions;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAResource;

/**
 * Finishes what a crash left: commits the branches whose decision is in the log and rolls the
 * others back. Works in a thread of its own from the server's start on.
 */
final class Recovery {
  private static final Logger LOG = Logger.getLogger(Narayana.class.getPackageName());

  private final RecoverableResources resources;
  private final Duration period;
  private RecoveryManager manager;

  /**
   * @param period from the end of a pass to the next
   */
  Recovery(RecoverableResources resources, Duration period) {
    this.resources = resources;
    this.period = period;
  }

  /** Starts the periodic passes, the first at once; again, it does nothing. */
  synchronized void start() {
    if (manager == null) {
      initialize().startRecoveryManagerThread();
      LOG.log(Level.INFO, "Recovery works every {0}.", period);
    }
  }

  /** Makes a pass and returns when it has ended. */
  synchronized void pass() {
    RecoveryManager started = manager == null ? initialize() : manager;
    BundleClassLoader.call(
        () -> {
          started.scan();
          return started;
        });
  }

  void register(XAResource resource) {
    resources.register(resource);
  }

  private RecoveryManager initialize() {
    resources.openWith(Thread.currentThread().getContextClassLoader());
    manager = BundleClassLoader.call(this::configured);
    return manager;
  }

  private RecoveryManager configured() {
    RecoveryManager configured = RecoveryManager.manager(RecoveryManager.INDIRECT_MANAGEMENT);
    configured.initialize();
    for (RecoveryModule module : configured.getModules()) {
      if (module instanceof XARecoveryModule branches) {
        branches.addXAResourceRecoveryHelper(resources);
      }
    }
    configured.addModule(resources); // last: it closes the connections of a pass
    return configured;
  }
}
