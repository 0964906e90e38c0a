package org.petlab.transactions;

import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.RecoveryEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.arjuna.utils.UuidProcessId;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTAActionStatusServiceXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

/**
 * Tells Narayana the settings. Valid until the end of the JVM, so it is done before anything of it
 * runs.
 */
final class NarayanaConfiguration {
  /** Time within a pass that a commit under way has to finish by itself. */
  static final Duration RECOVERY_BACKOFF = Duration.ofSeconds(2);

  /** A branch without a logged decision is rolled back when it has been seen for this long. */
  static final Duration ORPHAN_AGE = Duration.ofSeconds(5);

  /** Payara wraps a connection without XA in this class; Narayana commits it as the last agent. */
  static final String LAST_AGENT = "com.sun.enterprise.resource.ConnectorXAResource";

  /** Seconds, in the settings of transactions. */
  private static final int NO_TIMEOUT = 0;

  private NarayanaConfiguration() {}

  /**
   * Configures Narayana.
   *
   * @throws ImpossibleSettingException if Narayana does not take the settings
   */
  static void apply(TransactionSettings settings) {
    try {
      Files.createDirectories(settings.logDirectory());
      configureCore(settings, arjPropertyManager.getCoreEnvironmentBean());
    } catch (IOException | CoreEnvironmentBeanException e) {
      throw new ImpossibleSettingException("Narayana cannot use " + settings + ": " + e);
    }
    configureStores(settings);
    configureResources(settings, jtaPropertyManager.getJTAEnvironmentBean());
    configureRecovery(settings, recoveryPropertyManager.getRecoveryEnvironmentBean());
  }

  private static void configureCore(TransactionSettings settings, CoreEnvironmentBean core)
      throws CoreEnvironmentBeanException {
    core.setNodeIdentifier(settings.node());
    core.setProcessImplementationClassName(UuidProcessId.class.getName()); // opens no port
    CoordinatorEnvironmentBean coordinator = arjPropertyManager.getCoordinatorEnvironmentBean();
    // Other processes have nothing to ask: no port for them either.
    coordinator.setTransactionStatusManagerEnable(false);
    // Narayana would roll a transaction back after a minute, by another thread: whatever the
    // transaction's own thread did next on a connection would commit by itself.
    coordinator.setDefaultTimeout(NO_TIMEOUT);
  }

  private static void configureStores(TransactionSettings settings) {
    var decisions = storeBean(null, settings);
    settings.store().configure(decisions, settings);
    // Participants' own state and remote calls: nothing of this server's transactions is kept
    // there.
    for (String name : List.of("stateStore", "communicationStore")) {
      storeBean(name, settings).setObjectStoreType(VolatileStore.class.getName());
    }
  }

  private static ObjectStoreEnvironmentBean storeBean(String name, TransactionSettings settings) {
    var bean = BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, name);
    bean.setObjectStoreDir(settings.logDirectory().toString());
    bean.setObjectStoreSync(settings.forcedWrites());
    bean.setTransactionSync(settings.forcedWrites());
    return bean;
  }

  private static void configureResources(TransactionSettings settings, JTAEnvironmentBean jta) {
    jta.setXaRecoveryNodes(List.of(settings.node()));
    jta.setLastResourceOptimisationInterfaceClassName(LAST_AGENT);
    jta.setXAResourceRecordWrappingPlugin(new ResourceNames());
    jta.setOrphanSafetyInterval((int) ORPHAN_AGE.toMillis());
    jta.setXaResourceOrphanFilterClassNames(
        List.of(
            JTATransactionLogXAResourceOrphanFilter.class.getName(),
            JTANodeNameXAResourceOrphanFilter.class.getName(),
            // A transaction that is slow to decide is no orphan.
            JTAActionStatusServiceXAResourceOrphanFilter.class.getName()));
  }

  private static void configureRecovery(
      TransactionSettings settings, RecoveryEnvironmentBean recovery) {
    recovery.setRecoveryListener(false);
    recovery.setExpiryScannerClassNames(List.of());
    recovery.setRecoveryActivatorClassNames(List.of());
    recovery.setRecoveryModuleClassNames(
        List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
    recovery.setPeriodicRecoveryPeriod((int) settings.recoveryPeriod().toSeconds());
    recovery.setRecoveryBackoffPeriod((int) RECOVERY_BACKOFF.toSeconds());
  }
}
