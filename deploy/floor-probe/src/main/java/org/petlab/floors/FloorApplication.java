package org.petlab.floors;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** The calls of this application, under the path at which every application has its management. */
@ApplicationPath("manage")
public class FloorApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(ManagementResource.class, FloorResource.class, FailureMapper.class);
  }
}
