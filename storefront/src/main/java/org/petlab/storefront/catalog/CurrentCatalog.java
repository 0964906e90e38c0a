package org.petlab.storefront.catalog;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.workflow.BedSettings;

/** The catalogue that is shown now: read from the database once, then kept in memory. */
@ApplicationScoped
public class CurrentCatalog {
  @Inject private CatalogStore store;
  @Inject private BedSettings bed;

  private volatile Catalog catalog;

  public Catalog get() {
    Catalog known = catalog;
    return known == null ? readOnce() : known;
  }

  private synchronized Catalog readOnce() {
    if (catalog == null) {
      catalog = store.read();
    }
    return catalog;
  }

  /** Brings the catalogue to the seed of the bed's scale; writes only what differs. */
  public synchronized void reset() {
    Catalog seed = CatalogSeed.at(bed.number("catalog.scale", 1));
    if (!seed.equals(store.read())) {
      store.replace(seed);
    }
    catalog = seed;
  }
}
