package org.petlab.storefront.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StockCacheTest {
  private final List<CompletableFuture<Map<String, Integer>>> requests = new ArrayList<>();
  private long now = 1_000_000;
  private final StockCache stock = new StockCache(this::ask, () -> now, Duration.ofMillis(20));

  private CompletableFuture<Map<String, Integer>> ask() {
    requests.add(new CompletableFuture<>());
    return requests.getLast();
  }

  @Test
  void aPageThatWaitsInVainSaysThatNothingIsKnown() {
    assertThat(stock.of("EST-1")).isEmpty();
    assertThat(requests).hasSize(1);
  }

  @Test
  void allItemsAreAskedForAtOnceAndOnceInSomeSeconds() {
    supplierAnswers(Map.of("EST-1", 7, "EST-2", 0));
    now += StockCache.REFRESH_NS - 1;
    assertThat(stock.of("EST-1")).hasValue(7);
    assertThat(stock.of("EST-2")).hasValue(0);
    assertThat(stock.of("EST-3")).isEmpty();
    assertThat(requests).hasSize(1);
  }

  @Test
  void whatIsOldIsToldWhileItIsAskedForAgain() {
    supplierAnswers(Map.of("EST-1", 7));
    now += StockCache.REFRESH_NS;
    assertThat(stock.of("EST-1")).hasValue(7);
    assertThat(requests).hasSize(2);
    requests.getLast().complete(Map.of("EST-1", 6));
    assertThat(stock.of("EST-1")).hasValue(6);
  }

  @Test
  void whatIsTooOldIsNotTold() {
    supplierAnswers(Map.of("EST-1", 7));
    now += StockCache.MAX_AGE_NS;
    assertThat(stock.of("EST-1")).isEmpty();
  }

  @Test
  void aSupplierThatDoesNotAnswerIsLeftAloneForSomeSeconds() {
    stock.of("EST-1");
    requests.getLast().completeExceptionally(new IllegalStateException("it answers 503"));
    now += StockCache.REFRESH_NS - 1;
    assertThat(stock.of("EST-1")).isEqualTo(OptionalInt.empty());
    assertThat(requests).hasSize(1);
    now += 1;
    stock.of("EST-1");
    assertThat(requests).hasSize(2);
  }

  @Test
  void aLargeStockIsReadMoreSeldom() {
    stock.of("EST-1");
    now += Duration.ofSeconds(1).toNanos();
    requests.getLast().complete(Map.of("EST-1", 7));
    now += Duration.ofSeconds(49).toNanos();
    assertThat(stock.of("EST-1")).hasValue(7);
    assertThat(requests).hasSize(1);
  }

  private void supplierAnswers(Map<String, Integer> onHand) {
    stock.of("EST-1");
    requests.getLast().complete(onHand);
  }
}
