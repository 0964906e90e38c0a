package org.petlab.storefront.management;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import org.petlab.workflow.management.ManagementApplication;

/** The lab's calls; the storefront has none but those that all applications have. */
@ApplicationPath("manage")
public class StorefrontManagement extends ManagementApplication {

  @Override
  protected Set<Class<?>> ownResources() {
    return Set.of();
  }
}
