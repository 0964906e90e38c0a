package org.petlab.supplier.management;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import org.petlab.workflow.management.ManagementApplication;

/** The management calls of the supplier. */
@ApplicationPath("manage")
public class SupplierManagement extends ManagementApplication {
  @Override
  protected Set<Class<?>> ownResources() {
    return Set.of(StockResource.class);
  }
}
