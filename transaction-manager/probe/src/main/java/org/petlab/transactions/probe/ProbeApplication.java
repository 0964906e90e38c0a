package org.petlab.transactions.probe;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** The calls of the probe, under the path at which every application has its management. */
@ApplicationPath("manage")
public class ProbeApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(ProbeResource.class, ProbeTokenFilter.class);
  }
}
