package org.petlab.storefront.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;

/**
 * Order 10001, of which nobody has heard for long, while somebody waits for the database, which has
 * to say whether a transaction in doubt holds it.
 */
@Timeout(30)
class UnsettledOrdersTest {
  private final FakeShop shop = new FakeShop();
  private final List<Resolution> resolutions = new ArrayList<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch answered = new CountDownLatch(1);
  private Thread waiting = Thread.ofPlatform().unstarted(() -> {});

  @BeforeEach
  void anOrderIsNotFoundForLong() {
    add("10001");
    shop.unsettled.resolveAll();
    shop.nowNanos += OrderResolver.ROLLED_BACK.toNanos();
    shop.duringDoubt = this::waitForTheDatabase;
  }

  @AfterEach
  void end() throws InterruptedException {
    answered.countDown();
    waiting.join();
  }

  @Test
  void theOthersAreToldAtOnceWhatIsKnown() throws InterruptedException {
    waitOn(() -> shop.unsettled.resolve("10001"));
    assertThat(atOnce(() -> shop.unsettled.resolve("10001"))).isEqualTo(Resolution.OPEN);
    assertThat(shop.unsettled.find("10001", "customer1"))
        .hasValueSatisfying(order -> assertThat(order.resolution()).isEqualTo(Resolution.OPEN));
    answered.countDown();
    waiting.join();
    assertThat(shop.unsettled.resolve("10001")).isEqualTo(Resolution.NOT_PLACED);
  }

  @Test
  void otherOrdersAreResolved() throws InterruptedException {
    waitOn(() -> shop.unsettled.resolve("10001"));
    addAtOpc("10002");
    atOnce(shop.unsettled::resolveAll);
    assertThat(shop.books).containsOnlyKeys("10002");
  }

  @Test
  void whatTheOrderProcessingCenterHasIsResolvedBeforeTheDatabaseIsWaitedFor()
      throws InterruptedException {
    List<String> atOpc = List.of("10000", "10002", "10003", "10004", "10005", "10006", "10007");
    atOpc.forEach(this::addAtOpc);
    waitOn(shop.unsettled::resolveAll);
    assertThat(shop.books).containsOnlyKeys(atOpc);
  }

  @Test
  void whatIsPlacedMeanwhileStaysSo() throws InterruptedException {
    waitOn(() -> shop.unsettled.resolve("10001"));
    atOnce(() -> shop.unsettled.recordPlaced("10001"));
    answered.countDown();
    waiting.join();
    assertThat(resolutions).containsExactly(Resolution.PLACED);
    assertThat(shop.unsettled.find("10001", "customer1")).isEmpty();
  }

  @Test
  void whatWasFoundOfATrySaysNothingOfTheNextOne() throws InterruptedException {
    waitOn(shop.unsettled::resolveAll);
    add("10001");
    answered.countDown();
    waiting.join();
    assertThat(resolutions).isEmpty();
    assertThat(shop.unsettled.find("10001", "customer1"))
        .hasValueSatisfying(order -> assertThat(order.resolution()).isEqualTo(Resolution.OPEN));
  }

  private void add(String orderId) {
    PlacedOrder order = new PlacedOrder(orderId, "customer1", 0, BigDecimal.TEN, "EST-1:2");
    shop.unsettled.add(order, false, resolutions::add);
  }

  private void addAtOpc(String orderId) {
    add(orderId);
    shop.atOpc.add(PurchaseOrders.of(orderId, Instant.EPOCH, OrderExample.order()));
  }

  /** Without waiting for whoever waits for the database. */
  private static <T> T atOnce(ThrowingSupplier<T> work) {
    return assertTimeoutPreemptively(Duration.ofSeconds(10), work);
  }

  private static void atOnce(Executable work) {
    assertTimeoutPreemptively(Duration.ofSeconds(10), work);
  }

  private void waitOn(Runnable work) throws InterruptedException {
    waiting = Thread.ofPlatform().start(work);
    assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private void waitForTheDatabase() {
    asked.countDown();
    try {
      answered.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
