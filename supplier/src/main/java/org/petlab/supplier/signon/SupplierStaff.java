package org.petlab.supplier.signon;

import jakarta.enterprise.context.ApplicationScoped;
import org.petlab.pages.signon.StaffStore;

/** Knows who works at the supplier. */
@ApplicationScoped
public class SupplierStaff extends StaffStore {
  public SupplierStaff() {
    super("supplier");
  }
}
