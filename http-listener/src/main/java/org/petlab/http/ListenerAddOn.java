package org.petlab.http;

import java.util.Set;
import org.glassfish.grizzly.config.ConfigAwareElement;
import org.glassfish.grizzly.config.dom.Http;
import org.glassfish.grizzly.config.dom.NetworkListener;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.hk2.api.ServiceLocator;

/** Puts this package's filters into a listener's chain, before the one that runs applications. */
public final class ListenerAddOn implements AddOn, ConfigAwareElement<Http> {
  static final String CONTEXTS = "petlab.contexts";
  static final String MANAGEMENT = "management";

  private final PendingBodies pending;
  private boolean isForManagement;

  /** Payara makes one for each listener. */
  public ListenerAddOn() {
    this(PendingBodies.ofThisServer());
  }

  ListenerAddOn(PendingBodies pending) {
    this.pending = pending;
  }

  @Override
  public void configure(ServiceLocator services, NetworkListener listener, Http settings) {
    isForManagement = MANAGEMENT.equals(listener.getName());
  }

  @Override
  public void setup(
      org.glassfish.grizzly.http.server.NetworkListener listener, FilterChainBuilder chain) {
    int applications = chain.indexOfType(HttpServerFilter.class);
    chain.add(applications, new HeadersFilter());
    chain.add(applications + 1, new AddressFilter(contexts(), isForManagement));
    chain.add(applications + 2, new BodyFilter(pending));
  }

  private static Set<String> contexts() {
    return Set.of(System.getProperty(CONTEXTS, "").split(","));
  }
}
