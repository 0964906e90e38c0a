package org.petlab.opc.signon;

import jakarta.enterprise.context.ApplicationScoped;
import org.petlab.pages.signon.StaffStore;

/** Knows who administrates the orders. */
@ApplicationScoped
public class Administrators extends StaffStore {
  public Administrators() {
    super("administrator");
  }
}
