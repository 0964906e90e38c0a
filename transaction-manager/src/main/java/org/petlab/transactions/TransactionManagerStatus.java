package org.petlab.transactions;

import com.arjuna.ats.arjuna.AtomicAction;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.coordinator.TxControl;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.internal.arjuna.common.UidHelper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Properties;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Reads what runs from Narayana itself, not from the settings. */
final class TransactionManagerStatus implements TransactionManagerMXBean {
  private static final String NARAYANA_BUILD =
      "/META-INF/maven/org.jboss.narayana.jta/narayana-jta/pom.properties";
  private static final String VERSION = version();

  private final ActiveTransactions active;

  TransactionManagerStatus(ActiveTransactions active) {
    this.active = active;
  }

  void register() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      server.registerMBean(this, new ObjectName(NAME));
    } catch (JMException e) {
      throw new IllegalStateException("Cannot register " + NAME, e);
    }
  }

  String describe() {
    return "%s %s, log store %s in %s, forced writes %s, node %s"
        .formatted(
            getManager(),
            getVersion(),
            getStore(),
            getStoreDirectory(),
            isForcedWrites(),
            getNode());
  }

  @Override
  public String getManager() {
    return "narayana";
  }

  @Override
  public String getVersion() {
    return VERSION;
  }

  @Override
  public String getStore() {
    return LogStore.nameOf(StoreManager.getRecoveryStore().getClass());
  }

  @Override
  public String getStoreDirectory() {
    return bean().getObjectStoreDir();
  }

  @Override
  public boolean isForcedWrites() {
    return bean().isTransactionSync();
  }

  @Override
  public String getNode() {
    return TxControl.getXANodeName();
  }

  @Override
  public int getActiveTransactions() {
    return active.count();
  }

  @Override
  public int getInDoubt() {
    var ids = new InputObjectState();
    try {
      return StoreManager.getRecoveryStore().allObjUids(new AtomicAction().type(), ids)
          ? count(ids)
          : 0;
    } catch (ObjectStoreException | IOException e) {
      return -1;
    }
  }

  private static int count(InputObjectState ids) throws IOException {
    int count = 0;
    while (UidHelper.unpackFrom(ids).notEquals(Uid.nullUid())) {
      count++;
    }
    return count;
  }

  /** Narayana's own class says a revision only; its build has left the version beside it. */
  private static String version() {
    var build = new Properties();
    try (InputStream in = TransactionManagerStatus.class.getResourceAsStream(NARAYANA_BUILD)) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version");
  }

  private static ObjectStoreEnvironmentBean bean() {
    return arjPropertyManager.getObjectStoreEnvironmentBean();
  }
}
