package org.petlab.opc.administration.sales;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.petlab.opc.history.OtherApplications;
import org.petlab.workflow.Application;

/**
 * To which category an item belongs. An order says only which item was bought; the catalogue is the
 * storefront's, so it is asked once, and again when an item turns up that it did not name.
 */
@ApplicationScoped
public class ItemCategories {
  static final String UNKNOWN = "Unknown";

  // An item that the catalogue has forgotten stays unknown: it must not cost a question each time.
  private static final long ASK_AGAIN_NS = TimeUnit.SECONDS.toNanos(30);

  @Inject private OtherApplications others;

  private Map<String, String> categoryByItem = Map.of();
  private long askedNanos = System.nanoTime() - ASK_AGAIN_NS;

  /** The category of each of these items, by its name. */
  public synchronized Map<String, String> of(Set<String> items) {
    if (!categoryByItem.keySet().containsAll(items)
        && System.nanoTime() - askedNanos >= ASK_AGAIN_NS) {
      askedNanos = System.nanoTime();
      others
          .ask(Application.STOREFRONT, "item-categories")
          .ifPresent(answer -> categoryByItem = read(answer));
    }
    Map<String, String> known = new HashMap<>();
    items.forEach(item -> known.put(item, categoryByItem.getOrDefault(item, UNKNOWN)));
    return known;
  }

  private static Map<String, String> read(String answer) {
    try (JsonReader reader = Json.createReader(new StringReader(answer))) {
      Map<String, String> categories = new HashMap<>();
      JsonObject read = reader.readObject();
      read.keySet().forEach(item -> categories.put(item, read.getString(item)));
      return Map.copyOf(categories);
    }
  }
}
