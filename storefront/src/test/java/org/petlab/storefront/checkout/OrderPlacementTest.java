package org.petlab.storefront.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionalException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.petlab.documents.PurchaseOrder;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.catalog.Item;
import org.petlab.storefront.checkout.OrderPlacement.Placement;
import org.petlab.storefront.checkout.OrderPlacement.PlacementOutcome;
import org.petlab.storefront.visit.Visit;
import org.petlab.workflow.observability.measuring.MeasuringPoints;

class OrderPlacementTest {
  private static final Card CARD = new Card("4111111111111111", "12/2030");
  private static final Card OTHER_CARD = new Card("5500000000000004", "12/2030");
  private static final Item KOI = new Item("EST-4", "FI-FW-01", "Koi", "", new BigDecimal("18.50"));

  private final FakeShop shop = new FakeShop();
  private final Visit visit = new Visit();

  OrderPlacementTest() {
    visit.signOn("customer1");
    visit.deliverTo(OrderExample.order().address());
    visit.changeCart(cart -> OrderExample.order().cart());
  }

  /** Where a checkout fails, and what is certain then. */
  private enum Failure {
    BOOKING_WITHIN(false, false, (shop, e) -> shop.booking = e),
    BOOKING_OUTSIDE(true, false, (shop, e) -> shop.booking = e),
    SEND_WITHIN(false, false, (shop, e) -> shop.beforeSend = e),
    // A time-out of the call: it may have come through.
    SEND_OUTSIDE(true, true, (shop, e) -> shop.beforeSend = e),
    SENT_WITHIN(false, false, (shop, e) -> shop.afterSend = e),
    SENT_OUTSIDE(true, true, (shop, e) -> shop.afterSend = e),
    PREPARE_WITHIN(false, false, (shop, e) -> shop.commit = rolledBack()),
    // One resource alone cannot tell whether it has committed when it is lost meanwhile.
    PREPARE_OUTSIDE(true, true, (shop, e) -> shop.commit = rolledBack()),
    HEURISTIC_WITHIN(false, true, (shop, e) -> shop.commit = heuristic()),
    HEURISTIC_OUTSIDE(true, true, (shop, e) -> shop.commit = heuristic()),
    SOMETHING_AT_COMMIT_WITHIN(false, true, (shop, e) -> shop.commit = e);

    private final boolean isOutside;
    private final boolean isInDoubt;
    private final BiConsumer<FakeShop, RuntimeException> where;

    Failure(boolean isOutside, boolean isInDoubt, BiConsumer<FakeShop, RuntimeException> where) {
      this.isOutside = isOutside;
      this.isInDoubt = isInDoubt;
      this.where = where;
    }

    void happensTo(FakeShop shop) {
      shop.isOutside = isOutside;
      where.accept(shop, new IllegalStateException("on purpose"));
    }

    private static RuntimeException rolledBack() {
      return new TransactionalException("on purpose", new RollbackException());
    }

    private static RuntimeException heuristic() {
      return new TransactionalException("on purpose", new HeuristicMixedException());
    }
  }

  @ParameterizedTest
  @EnumSource
  void itIsSaidThatNothingWasOrderedOnlyWhenThatIsCertain(Failure failure) {
    failure.happensTo(shop);

    if (failure.isInDoubt) {
      Placement placement = place();
      assertThat(placement.outcome()).isEqualTo(PlacementOutcome.IN_DOUBT);
      assertThat(placement.orderId()).isEqualTo("10001");
      assertThat(shop.unsettled.find("10001", "customer1")).isPresent();
    } else {
      assertThatThrownBy(this::place)
          .isInstanceOf(HttpProblem.class)
          .hasMessageContaining("Nothing was ordered");
      assertThat(shop.unsettled.find("10001", "customer1")).isEmpty();
      assertThat(shop.atOpc).isEmpty();
    }
    assertThat(visit.getCart().size()).as("the cart is kept").isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void whoTriesTheSameAgainOrdersItOnce(Failure failure) {
    failure.happensTo(shop);
    fail();
    shop.nothingFails();

    assertThat(place().outcome()).isNotEqualTo(PlacementOutcome.IN_DOUBT);

    assertThat(shop.books).hasSize(1);
    assertThat(shop.atOpc.stream().map(PurchaseOrder::getOrderId).distinct())
        .containsExactlyElementsOf(shop.books.keySet());
    assertThat(visit.getCart().isEmpty()).isTrue();
    assertThat(shop.unsettled.openOf("customer1")).isEmpty();
  }

  @Test
  void anOrderThatOnlyTheOpcHasIsBookedAfterAllAndTakenOutOfTheCart() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    place();
    visit.changeCart(cart -> cart.plus(KOI, 3));

    shop.unsettled.resolveAll();

    assertThat(shop.books.get("10001").lines()).isEqualTo("EST-1:2");
    assertThat(shop.books.get("10001").customer()).isEqualTo("customer1");
    assertThat(visit.getCart().shortForm()).as("what was put in since").isEqualTo("EST-4:3");
    assertThat(shop.unsettled.find("10001", "customer1")).isEmpty();
  }

  @Test
  void whoTriesAgainWhenItStandsAlreadyIsLedToIt() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    place();
    shop.nothingFails();
    assertThat(place().outcome()).isEqualTo(PlacementOutcome.PLACED_BEFORE);
    assertThat(shop.atOpc).as("the first time only").hasSize(1);
  }

  @Test
  void whatTheBooksAloneHaveKeptIsSentByTheNextTry() {
    shop.isLastAgent = true;
    Failure.PREPARE_WITHIN.happensTo(shop);
    fail();
    assertThat(shop.books).hasSize(1);
    assertThat(shop.atOpc).isEmpty();
    shop.nothingFails();

    assertThat(place().outcome()).isEqualTo(PlacementOutcome.PLACED_BEFORE);

    assertThat(shop.books).hasSize(1);
    assertThat(shop.atOpc.stream().map(PurchaseOrder::getOrderId))
        .containsExactlyElementsOf(shop.books.keySet());
  }

  @Test
  void thatItStandsAfterAllIsToldOnce() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    place();
    assertThat(visit.takeConfirmation()).isNull();
    shop.unsettled.resolveAll();
    assertThat(visit.takeConfirmation()).isEqualTo("10001");
    assertThat(visit.takeConfirmation()).isNull();
  }

  @Test
  void thatItStandsAfterAllIsToldWhereTheCartHasChangedByIt() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    place();
    shop.nothingFails();
    visit.changeCart(cart -> cart.plus(KOI, 1));
    String offer = SubmittedOrder.offerOf(visit);
    shop.unsettled.resolveAll();

    assertThat(visit.takeConfirmationOfAll()).isNull();
    assertThatThrownBy(() -> placeAsOffered(offer))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("Your order 10001 was placed after all");
    assertThatThrownBy(() -> placeAsOffered(offer))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("in another window perhaps");
    assertThat(placeAsOffered(SubmittedOrder.offerOf(visit)).orderId()).isEqualTo("10002");
    assertThat(shop.books.get("10002").lines()).isEqualTo("EST-4:1");
  }

  private Placement placeAsOffered(String offer) {
    return shop.placement.place(MeasuringPoints.orderReceived(), visit, CARD, offer);
  }

  @Test
  void whileItIsOpenAnotherCartAndAnotherCardAreNoRetry() {
    Failure.SEND_OUTSIDE.happensTo(shop);
    place();
    shop.nothingFails();
    shop.opcAnswers = false;

    assertThatThrownBy(
            () -> shop.placement.place(MeasuringPoints.orderReceived(), visit, OTHER_CARD, null))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("We do not know yet whether your order 10001 was placed");
    visit.changeCart(cart -> cart.plus(KOI, 1));
    assertThatThrownBy(this::place).isInstanceOf(HttpProblem.class);
    assertThat(shop.atOpc).isEmpty();
  }

  @Test
  void whatCameIntoTheCartSinceIsAnOrderOfItsOwnOnceTheFirstStands() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    place();
    shop.nothingFails();
    visit.changeCart(cart -> cart.plus(KOI, 1));

    assertThat(place().orderId()).isEqualTo("10002");

    assertThat(shop.books.get("10001").lines()).isEqualTo("EST-1:2");
    assertThat(shop.books.get("10002").lines()).isEqualTo("EST-4:1");
  }

  @Test
  void aChangedCartAfterACertainFailureIsAnotherOrder() {
    Failure.PREPARE_WITHIN.happensTo(shop);
    fail();
    shop.nothingFails();
    visit.changeCart(cart -> cart.plus(KOI, 1));
    assertThat(place().orderId()).isEqualTo("10002");
    assertThat(shop.books).containsOnlyKeys("10002");
  }

  @Test
  void aRetryThatFailsForCertainDoesNotMakeTheFirstTryCertain() {
    Failure.SEND_OUTSIDE.happensTo(shop);
    place();
    shop.nothingFails();
    shop.opcAnswers = false;
    Failure.BOOKING_OUTSIDE.happensTo(shop);
    assertThat(place().outcome()).isEqualTo(PlacementOutcome.IN_DOUBT);
  }

  @Test
  void aRetryThatFailsBecauseTheFirstTryIsFoundToStandIsToldThatItStands() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    shop.opcAnswers = false;
    place();
    shop.nothingFails();
    // Whoever looks into it books it first; then the retry cannot.
    shop.beforeBookingAgain =
        () -> {
          shop.opcAnswers = true;
          shop.unsettled.resolveAll();
          shop.booking = new IllegalStateException("a duplicate key");
        };

    Placement placement = place();

    assertThat(placement.outcome()).isEqualTo(PlacementOutcome.PLACED_BEFORE);
    assertThat(placement.orderId()).isEqualTo("10001");
    assertThat(visit.takeConfirmation()).as("it is told now").isNull();
    assertThat(visit.getCart().isEmpty()).isTrue();
    assertThat(visit.getUnfinished()).isNull();
    assertThat(shop.books).containsOnlyKeys("10001");
  }

  @Test
  void anErrorAtTheCommitLeavesADoubt() {
    shop.isOutside = true;
    shop.errorAtCommit = new NoClassDefFoundError("on purpose");
    assertThat(place().outcome()).isEqualTo(PlacementOutcome.IN_DOUBT);
    shop.nothingFails();
    assertThat(place().orderId()).isEqualTo("10001");
    assertThat(shop.atOpc.stream().map(PurchaseOrder::getOrderId).distinct())
        .containsExactly("10001");
  }

  @Test
  void anOrderThatIsConfirmedLateLeavesAnotherOneInDoubt() {
    Failure.SEND_OUTSIDE.happensTo(shop);
    place();
    shop.unsettled.resolveAll();
    pass(OrderResolver.ON_ITS_WAY);
    shop.unsettled.resolveAll();
    visit.changeCart(cart -> cart.plus(KOI, 1));
    assertThat(place().orderId()).isEqualTo("10002");

    shop.atOpc.add(PurchaseOrders.of("10001", Instant.EPOCH, OrderExample.order()));
    shop.unsettled.resolveAll();

    assertThat(shop.books).containsOnlyKeys("10001");
    assertThat(visit.getUnfinished().orderId()).isEqualTo("10002");
  }

  @Test
  void anOrderThatIsConfirmedLateIsNothingToTheNextCustomerOfTheVisit() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    place();
    visit.signOn("customer2");
    shop.unsettled.resolveAll();
    assertThat(shop.books).containsOnlyKeys("10001");
    assertThat(visit.getLastOrder()).isNull();
    assertThat(visit.getCart().size()).isEqualTo(2);
  }

  @Test
  void anOrderThatIsOnItsWayIsNothingToWhoSignsOnMeanwhile() {
    shop.duringSend = () -> visit.signOn("customer2");
    assertThat(place().outcome()).isEqualTo(PlacementOutcome.PLACED);
    assertThat(visit.getLastOrder()).isNull();
    assertThat(visit.getCart().size()).as("the cart stays with the visit").isEqualTo(2);

    visit.signOn("customer1");
    visit.deliverTo(OrderExample.order().address());
    Failure.SENT_OUTSIDE.happensTo(shop);
    assertThat(place().outcome()).isEqualTo(PlacementOutcome.IN_DOUBT);
    assertThat(visit.getUnfinished()).isNull();
    assertThat(shop.unsettled.find("10002", "customer1")).isPresent();
  }

  @Test
  void whoOrdersTheSameAgainIsToldOnceThatItIsPlaced() {
    Failure.SEND_OUTSIDE.happensTo(shop);
    place();
    shop.nothingFails();
    assertThat(place().outcome()).isEqualTo(PlacementOutcome.PLACED);
    assertThat(visit.takeConfirmation()).isNull();
  }

  @Test
  void whatNobodyHasHeardOfForLongWasNotOrdered() {
    Failure.SEND_OUTSIDE.happensTo(shop);
    place();
    shop.unsettled.resolveAll();
    pass(OrderResolver.ON_ITS_WAY.minusSeconds(1));
    shop.unsettled.resolveAll();
    assertThat(shop.unsettled.resolve("10001")).isEqualTo(Resolution.OPEN);
    pass(Duration.ofSeconds(1));
    shop.unsettled.resolveAll();
    assertThat(shop.unsettled.resolve("10001")).isEqualTo(Resolution.NOT_PLACED);
    assertThat(shop.unsettled.find("10001", "customer1")).as("is still told").isPresent();
    assertThat(shop.unsettled.openOf("customer1")).isEmpty();
  }

  @Test
  void whoDidNotAnswerMayHaveHeardOfIt() {
    Failure.SEND_OUTSIDE.happensTo(shop);
    place();
    shop.unsettled.resolveAll();
    pass(OrderResolver.ON_ITS_WAY.multipliedBy(2));
    shop.opcAnswers = false;
    shop.unsettled.resolveAll();
    shop.opcAnswers = true;
    shop.unsettled.resolveAll();
    assertThat(shop.unsettled.resolve("10001")).isEqualTo(Resolution.OPEN);
  }

  @Test
  void whatATransactionHoldsInDoubtStaysOpen() {
    Failure.HEURISTIC_WITHIN.happensTo(shop);
    place();
    shop.inDoubt.add("10001");
    shop.unsettled.resolveAll();
    pass(Duration.ofHours(1));
    shop.unsettled.resolveAll();
    assertThat(shop.unsettled.resolve("10001")).isEqualTo(Resolution.OPEN);
    shop.inDoubt.clear();
    assertThat(shop.unsettled.resolve("10001")).isEqualTo(Resolution.NOT_PLACED);
  }

  @Test
  void whatComesAfterItWasGivenUpIsBookedAllTheSame() {
    Failure.SEND_OUTSIDE.happensTo(shop);
    place();
    shop.unsettled.resolveAll();
    pass(OrderResolver.ON_ITS_WAY);
    shop.unsettled.resolveAll();
    shop.atOpc.add(PurchaseOrders.of("10001", java.time.Instant.EPOCH, OrderExample.order()));
    shop.unsettled.resolveAll();
    assertThat(shop.books).containsOnlyKeys("10001");
    assertThat(visit.getCart().isEmpty()).isTrue();
  }

  @Test
  void aServerThatBeginsAnewFindsOutWhatItHadNot() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    shop.opcAnswers = false;
    place();
    shop.unsettled.resolveAll();
    UnsettledOrders anew = shop.unsettled();
    anew.resolveAll();
    assertThat(anew.openOf("customer1")).hasSize(1);
    shop.opcAnswers = true;
    anew.resolveAll();
    assertThat(shop.books).containsOnlyKeys("10001");
    assertThat(shop.table.rows).isEmpty();
  }

  @Test
  void aServerThatCrashedBooksWhatItHadSent() {
    shop.atOpc.add(PurchaseOrders.of("10007", Instant.EPOCH, OrderExample.order()));
    shop.table.numbers = List.of("10007", "10008");
    shop.unsettled.resolveAll();
    assertThat(shop.books).containsOnlyKeys("10007");
    assertThat(shop.books.get("10007").customer()).isEqualTo("customer1");
    pass(OrderResolver.ON_ITS_WAY);
    shop.unsettled.resolveAll();
    assertThat(shop.unsettled.open()).as("a number that nobody has heard of is no order").isZero();
  }

  @Test
  void theSearchGoesOnAfterAnError() throws InterruptedException {
    shop.atOpc.add(PurchaseOrders.of("10007", Instant.EPOCH, OrderExample.order()));
    shop.table.numbers = List.of("10007");
    shop.table.error = new NoClassDefFoundError("on purpose");
    Thread search = Thread.ofPlatform().start(shop.unsettled::resolvePeriodically);
    try {
      assertThat(shop.booked.await(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      search.interrupt();
      search.join();
    }
    assertThat(shop.table.error).isNull();
    assertThat(shop.books).containsOnlyKeys("10007");
  }

  @Test
  void aSecondClickIsToldThatTheOrderIsBeingPlaced() {
    shop.duringSend =
        () ->
            assertThatThrownBy(this::place)
                .isInstanceOf(HttpProblem.class)
                .hasMessageContaining("is being placed right now");
    assertThat(place().outcome()).isNotEqualTo(PlacementOutcome.IN_DOUBT);
    assertThat(shop.books).hasSize(1);
    assertThatThrownBy(this::place)
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("Your last order has the number 10001");
  }

  @Test
  void whatComesIntoTheCartWhileItIsOrderedStaysThere() {
    shop.duringSend = () -> visit.changeCart(cart -> cart.plus(KOI, 1));
    place();
    assertThat(visit.getCart().shortForm()).isEqualTo("EST-4:1");
  }

  @Test
  void anotherCustomerInTheSameVisitOrdersUnderAnotherNumber() {
    Failure.SENT_OUTSIDE.happensTo(shop);
    place();
    shop.nothingFails();
    visit.signOn("customer2");
    visit.deliverTo(OrderExample.order().address());
    assertThat(place().orderId()).isEqualTo("10002");
    assertThat(shop.unsettled.find("10001", "customer1")).isPresent();
    assertThat(shop.unsettled.find("10001", "customer2")).isEmpty();
  }

  @Test
  void whatTheCustomerHasNotSeenIsNotOrdered() {
    String offer = SubmittedOrder.offerOf(visit);
    visit.changeCart(cart -> cart.plus(KOI, 1));
    assertThatThrownBy(() -> placeAsSeen(offer))
        .isInstanceOfSatisfying(
            HttpProblem.class, problem -> assertThat(problem.status()).isEqualTo(409))
        .hasMessageContaining("has changed since you looked at this order");
    assertThat(shop.atOpc).isEmpty();

    assertThat(placeAsSeen(SubmittedOrder.offerOf(visit)).outcome())
        .isEqualTo(PlacementOutcome.PLACED);
  }

  private Placement placeAsSeen(String offer) {
    return shop.placement.place(MeasuringPoints.orderReceived(), visit, CARD, offer);
  }

  @Test
  void noCardNumberIsRemembered() {
    assertThat(OrderExample.order().content("salt")).matches("[0-9a-f]{64}");
    assertThat(Cart.EMPTY.without(OrderExample.order().cart()).isEmpty()).isTrue();
  }

  private Placement place() {
    return shop.placement.place(MeasuringPoints.orderReceived(), visit, CARD, null);
  }

  private void fail() {
    try {
      assertThat(place().outcome()).isEqualTo(PlacementOutcome.IN_DOUBT);
    } catch (HttpProblem problem) {
      assertThat(problem.status()).isEqualTo(503);
    }
  }

  private void pass(Duration time) {
    shop.nowNanos += time.toNanos();
  }
}
