package org.petlab.transactions;

import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.sun.enterprise.transaction.spi.RecoveryResourceHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAResource;

/**
 * The resources that a recovery pass asks for prepared branches: those of the server's own pools.
 * Their connections are opened at the first question of a pass and closed when the pass ends, which
 * this knows because it is the pass's last module.
 */
final class RecoverableResources implements XAResourceRecoveryHelper, RecoveryModule {
  private static final Logger LOG = Logger.getLogger(Narayana.class.getPackageName());

  private final Supplier<Collection<RecoveryResourceHandler>> handlers;
  private final ExpectedResources expected;
  private final List<XAResource> registered = new CopyOnWriteArrayList<>();
  private final Map<RecoveryResourceHandler, List<Object>> connections = new LinkedHashMap<>();
  private volatile ClassLoader loader = RecoverableResources.class.getClassLoader();
  private XAResource[] ofThisPass;

  RecoverableResources(
      Supplier<Collection<RecoveryResourceHandler>> handlers, ExpectedResources expected) {
    this.handlers = handlers;
    this.expected = expected;
  }

  /**
   * The pools find their drivers' helpers by this class loader, which Narayana's thread has not:
   * with that thread's own, none could be opened.
   */
  void openWith(ClassLoader servers) {
    loader = servers;
  }

  /** Adds a resource that belongs to no pool. */
  void register(XAResource resource) {
    registered.add(resource);
  }

  /**
   * Narayana asks again within a pass when it misses a branch: reopening would close what is in
   * use.
   */
  @Override
  public synchronized XAResource[] getXAResources() {
    if (ofThisPass == null) {
      ofThisPass = BundleClassLoader.callWith(loader, this::open);
      LOG.log(Level.FINE, "Recovery looks into {0} resources.", ofThisPass.length);
    }
    return ofThisPass.clone();
  }

  private XAResource[] open() {
    List<XAResource> resources = new Vector<>(registered);
    for (RecoveryResourceHandler handler : handlers.get()) {
      List<Object> opened = new ArrayList<>();
      connections.put(handler, opened);
      load(handler, resources, opened);
    }
    boolean complete = expected.isComplete(resources);
    // What dies while recovery commits is asked again in a later pass.
    resources.replaceAll(ConnectionLossXAResource::of);
    if (complete) {
      resources.add(new EmptyRecoveryResource());
    }
    return resources.toArray(XAResource[]::new);
  }

  /**
   * A pool that cannot be reached must not keep the others from being recovered; the next pass asks
   * again.
   */
  private static void load(
      RecoveryResourceHandler handler, List<XAResource> resources, List<Object> opened) {
    try {
      handler.loadXAResourcesAndItsConnections(resources, opened);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Recovery cannot open the resources of " + handler, e);
    }
  }

  @Override
  public boolean initialise(String parameter) {
    return true; // nothing is configured by name
  }

  @Override
  public void periodicWorkFirstPass() {
    // The second pass ends the work.
  }

  @Override
  public synchronized void periodicWorkSecondPass() {
    connections.forEach(RecoverableResources::close);
    connections.clear();
    ofThisPass = null;
  }

  private static void close(RecoveryResourceHandler handler, List<Object> opened) {
    try {
      handler.closeConnections(opened);
    } catch (RuntimeException e) {
      LOG.log(Level.FINE, "A recovery connection was closed before", e);
    }
  }
}
