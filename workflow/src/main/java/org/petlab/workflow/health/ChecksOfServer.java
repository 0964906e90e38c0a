package org.petlab.workflow.health;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.petlab.workflow.observability.BoundedQuestion;

/**
 * The checks of all applications of this server. It asks one check after the other, and a part that
 * hangs would be waited for in each application anew: so the first one that is asked has all the
 * others asked as well. Applications do not see each other's classes, but the server's JMX.
 */
final class ChecksOfServer {
  private static final Logger LOG = System.getLogger(ChecksOfServer.class.getName());
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();
  private static final String TYPE = "org.petlab:type=HealthChecks,application=";

  private ChecksOfServer() {}

  /** Has every check of every application asked, without waiting for an answer. */
  static void ask() {
    for (ObjectName application : BEANS.queryNames(named("*"), null)) {
      try {
        BEANS.invoke(application, "ask", new Object[0], new String[0]);
      } catch (JMException e) {
        LOG.log(Level.DEBUG, "{0} has just been stopped: {1}", application, e.getMessage());
      }
    }
  }

  static void register(String application, List<BoundedQuestion<Void>> questions) {
    unregister(application);
    try {
      BEANS.registerMBean(new Checks(questions), named(application));
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

  private record Checks(List<BoundedQuestion<Void>> questions) implements HealthChecksMXBean {
    @Override
    public void ask() {
      questions.forEach(BoundedQuestion::begin);
    }
  }
}
