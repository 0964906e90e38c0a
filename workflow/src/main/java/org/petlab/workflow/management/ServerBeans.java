package org.petlab.workflow.management;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * What parts of the server let be asked over JMX. Their classes are not the applications' to see,
 * so an interface of this package stands for each.
 */
public final class ServerBeans {
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

  private ServerBeans() {}

  /** The crash points; only the server of a bed with faults has any. */
  public static Optional<ServerCrashPoints> crashPoints() {
    return find("org.petlab:type=CrashPoints", ServerCrashPoints.class);
  }

  /** Narayana, once it has begun; nothing where Payara's own manager drives the transactions. */
  static Optional<ServerTransactions> transactions() {
    return find("org.petlab:type=TransactionManager", ServerTransactions.class);
  }

  private static <T> Optional<T> find(String name, Class<T> type) {
    try {
      ObjectName bean = new ObjectName(name);
      return BEANS.isRegistered(bean)
          ? Optional.of(JMX.newMXBeanProxy(BEANS, bean, type))
          : Optional.empty();
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(name, e);
    }
  }
}
