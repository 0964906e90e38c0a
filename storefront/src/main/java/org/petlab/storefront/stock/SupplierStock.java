package org.petlab.storefront.stock;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.petlab.storefront.neighbours.Neighbour;
import org.petlab.workflow.Application;

/** How much there is of an item: only the supplier knows, so it is asked. */
@ApplicationScoped
public class SupplierStock {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int OK = 200;

  @Inject private Neighbour neighbour;

  private final StockList list = new StockList();
  private KeptStock kept;

  @PostConstruct
  void begin() {
    kept = new KeptStock(this::read, System::nanoTime, PATIENCE);
  }

  public InStock of(String itemId) {
    return InStock.of(kept.of(itemId));
  }

  private CompletableFuture<Map<String, Integer>> read() {
    return neighbour.askSoon(Application.SUPPLIER, "/stock").thenApply(this::onHand);
  }

  private Map<String, Integer> onHand(HttpResponse<String> answer) {
    if (answer.statusCode() != OK) {
      throw new IllegalStateException("it answers " + answer.statusCode());
    }
    return list.read(answer.body());
  }
}
