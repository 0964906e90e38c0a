package org.petlab.storefront.catalog;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import org.petlab.workflow.kernel.BedSettings;

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

  /** The categories if they are known by now; what is around a page must not fail it. */
  public List<Category> knownCategories() {
    Catalog known = catalog;
    return known == null ? List.of() : known.categories();
  }

  private synchronized Catalog readOnce() {
    if (catalog == null) {
      catalog = store.read();
    }
    return catalog;
  }

  /**
   * Reads the catalogue anew. Unless it begins with the seed of the bed's scale the seed takes its
   * place; animals that the data generator has added stay.
   */
  public synchronized void reset() {
    Catalog seed = CatalogSeed.at(bed.number("catalog.scale", 1));
    Catalog stored = store.read();
    if (stored.beginsWith(seed)) {
      catalog = stored;
    } else {
      store.replace(seed);
      catalog = seed;
    }
  }
}
