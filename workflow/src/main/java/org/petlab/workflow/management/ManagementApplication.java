package org.petlab.workflow.management;

import jakarta.ws.rs.core.Application;
import java.util.HashSet;
import java.util.Set;

/** The management calls of an application. Each WAR has one, under the path {@code manage}. */
public abstract class ManagementApplication extends Application {

  /** The calls that only this application has. */
  protected abstract Set<Class<?>> ownResources();

  @Override
  public Set<Class<?>> getClasses() {
    Set<Class<?>> classes = new HashSet<>(ownResources());
    classes.add(ManagementResource.class);
    classes.add(TransactionsResource.class);
    classes.add(InDoubtResource.class);
    classes.add(CrashPointResource.class);
    classes.add(DelayResource.class);
    classes.add(BearerTokenFilter.class);
    classes.add(IllegalArgumentMapper.class);
    return classes;
  }
}
