package org.petlab.storefront.stock;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.petlab.workflow.access.ApplicationClient;
import org.petlab.workflow.kernel.Application;

/** How much there is of an item: only the supplier knows, so it is asked. */
@ApplicationScoped
public class SupplierStock {
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);
  private static final int OK = 200;

  @Inject private ApplicationClient client;

  private final StockList list = new StockList();
  private StockCache cache;

  @PostConstruct
  void begin() {
    cache = new StockCache(this::read, System::nanoTime, MAX_WAIT);
  }

  public InStock of(String itemId) {
    return InStock.of(cache.of(itemId));
  }

  private CompletableFuture<Map<String, Integer>> read() {
    return client.getAsync(Application.SUPPLIER, "/stock").thenApply(this::onHand);
  }

  private Map<String, Integer> onHand(HttpResponse<String> answer) {
    if (answer.statusCode() != OK) {
      throw new IllegalStateException("it answers " + answer.statusCode());
    }
    return list.read(answer.body());
  }
}
