package org.petlab.workflow.observability.health;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.petlab.workflow.observability.TimeLimitedCall;

/**
 * The checks of all applications of this server. The server runs one check after the other, and a
 * dependency that hangs would be waited for in each application anew: so the first check starts all
 * others as well. Applications do not see each other's classes, but the server's JMX.
 */
final class ServerHealthChecks {
  private static final Logger LOG = System.getLogger(ServerHealthChecks.class.getName());
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();
  private static final String TYPE = "org.petlab:type=HealthChecks,application=";

  private ServerHealthChecks() {}

  /** Starts every check of every application, without waiting for a result. */
  static void startAll() {
    for (ObjectName application : BEANS.queryNames(named("*"), null)) {
      try {
        BEANS.invoke(application, "start", new Object[0], new String[0]);
      } catch (JMException e) {
        LOG.log(Level.DEBUG, "{0} has just been stopped: {1}", application, e.getMessage());
      }
    }
  }

  static void register(String application, List<TimeLimitedCall<Void>> calls) {
    unregister(application);
    try {
      BEANS.registerMBean(new Checks(calls), named(application));
    } catch (JMException e) {
      throw new IllegalStateException("The checks of " + application + " cannot begin", e);
    }
  }

  static void unregister(String application) {
    try {
      if (BEANS.isRegistered(named(application))) {
        BEANS.unregisterMBean(named(application));
      }
    } catch (JMException e) {
      throw new IllegalStateException("The checks of " + application + " cannot end", e);
    }
  }

  private static ObjectName named(String application) {
    try {
      return new ObjectName(TYPE + application);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(application, e);
    }
  }

  private record Checks(List<TimeLimitedCall<Void>> calls) implements HealthChecksMXBean {
    @Override
    public void start() {
      calls.forEach(TimeLimitedCall::begin);
    }
  }
}
