package org.petlab.workflow.observability.metrics;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;

/**
 * How a server's connection pools are used. Payara shows that over JMX only while it watches every
 * connection that is taken and given back, which each step would pay for. Its pool manager knows it
 * anyhow; its classes are not there at compile time, so they are called by their names.
 */
public final class ServerPools {
  private ServerPools() {}

  /** Connections of one pool at one moment. */
  public record PoolUse(int used, int free) {}

  /**
   * @param pool its name in the server
   * @throws IllegalStateException when this server cannot be asked
   */
  public static PoolUse use(String pool) {
    try {
      Class<?> manager = Class.forName("com.sun.enterprise.resource.pool.PoolManager");
      Class<?> info = Class.forName("org.glassfish.resourcebase.resources.api.PoolInfo");
      Object name = info.getConstructor(String.class).newInstance(pool);
      Object status = manager.getMethod("getPoolStatus", info).invoke(service(manager), name);
      return status == null
          ? new PoolUse(0, 0) // nobody has asked this pool for a connection yet
          : new PoolUse(number(status, "getNumConnUsed"), number(status, "getNumConnFree"));
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("The pool " + pool + " does not answer", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This server's pools cannot be asked", e);
    }
  }

  private static Object service(Class<?> type) throws ReflectiveOperationException {
    Object locator =
        Class.forName("org.glassfish.internal.api.Globals")
            .getMethod("getDefaultHabitat")
            .invoke(null);
    return Class.forName("org.glassfish.hk2.api.ServiceLocator")
        .getMethod("getService", Class.class, Annotation[].class)
        .invoke(locator, type, new Annotation[0]);
  }

  private static int number(Object status, String getter) throws ReflectiveOperationException {
    return (Integer) status.getClass().getMethod(getter).invoke(status);
  }
}
