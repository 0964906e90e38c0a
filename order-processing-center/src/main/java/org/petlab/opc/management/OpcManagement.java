package org.petlab.opc.management;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import org.petlab.workflow.management.ManagementApplication;

/** The management calls of the order processing center. */
@ApplicationPath("manage")
public class OpcManagement extends ManagementApplication {
  @Override
  protected Set<Class<?>> ownResources() {
    return Set.of(DecisionResource.class);
  }
}
