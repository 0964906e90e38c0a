package org.petlab.storefront.checkout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.kernel.StepListeners;
import org.petlab.workflow.kernel.Transitions;
import org.petlab.workflow.kernel.documents.Documents;
import org.petlab.workflow.messaging.transports.NontransactedSends;

/** The shop's books and those of the order processing center in memory, and how they fail. */
final class FakeShop {
  /** What is committed. */
  final Map<String, PlacedOrders.PlacedOrder> books = new HashMap<>();

  /** What has come to the order processing center: each document, in this order. */
  final List<PurchaseOrder> atOpc = new ArrayList<>();

  final Set<String> inDoubt = new HashSet<>();

  /** What asking for a transaction in doubt meets; the database may have to be waited for. */
  Runnable duringDoubt = () -> {};

  /** An order was booked that only the order processing center had. */
  final CountDownLatch booked = new CountDownLatch(1);

  /** Whether the chosen delegate is outside the transaction. */
  boolean isOutside;

  boolean opcAnswers = true;
  RuntimeException booking;
  RuntimeException beforeSend;
  RuntimeException afterSend;
  RuntimeException commit;
  Error errorAtCommit;

  /** What happens before an order that was tried before is booked again. */
  Runnable beforeBookingAgain = () -> {};

  /** Whether the books keep what the transaction has rolled back elsewhere. */
  boolean isLastAgent;

  Runnable duringSend = () -> {};
  long nowNanos;

  private final Map<String, PlacedOrders.PlacedOrder> uncommitted = new HashMap<>();
  private final List<PurchaseOrder> sentWithin = new ArrayList<>();
  private int lastNumber = 10_000;

  final PlacedOrders orders =
      new PlacedOrders() {
        @Override
        String book(SubmittedOrder order, long receivedNanos) {
          fail(booking);
          String orderId = Integer.toString(++lastNumber);
          bookAgain(orderId, order, receivedNanos);
          return orderId;
        }

        @Override
        boolean bookAgain(String orderId, SubmittedOrder order, long receivedNanos) {
          beforeBookingAgain.run();
          fail(booking);
          uncommitted.put(
              orderId,
              new PlacedOrder(
                  orderId,
                  order.customer(),
                  receivedNanos,
                  order.cart().total(),
                  order.cart().shortForm()));
          return !books.containsKey(orderId);
        }

        @Override
        public void book(PlacedOrder order) {
          books.put(order.orderId(), order);
          booked.countDown();
        }

        @Override
        public boolean has(String orderId) {
          return books.containsKey(orderId);
        }

        @Override
        public boolean isInDoubt(String orderId) {
          duringDoubt.run();
          return inDoubt.contains(orderId);
        }
      };

  private final Transitions transitions =
      (transition, document) -> {
        fail(beforeSend);
        PurchaseOrder purchase = Documents.read(document.xml(), PurchaseOrder.class);
        (isOutside ? atOpc : sentWithin).add(purchase);
        duringSend.run();
        fail(afterSend);
      };

  private final NontransactedSends nontransacted =
      new NontransactedSends() {
        @Override
        public boolean hasSent() {
          return isOutside;
        }
      };

  /** Commits as a container would. */
  final Checkout checkout =
      new Checkout(orders, transitions, new StepListeners(), nontransacted) {
        @Override
        public String place(
            org.petlab.workflow.observability.measuring.MeasuringPoints.OrderReceived received,
            SubmittedOrder order,
            CheckoutAttempt attempt) {
          try {
            String orderId = super.place(received, order, attempt);
            if (isLastAgent) {
              books.putAll(uncommitted);
            }
            fail(commit);
            if (errorAtCommit != null) {
              throw errorAtCommit;
            }
            books.putAll(uncommitted);
            atOpc.addAll(sentWithin);
            return orderId;
          } finally {
            uncommitted.clear();
            sentWithin.clear();
          }
        }
      };

  final OpcOrders opc =
      new OpcOrders() {
        @Override
        Set<String> known(Collection<String> orderIds) throws IOException {
          if (!opcAnswers) {
            throw new IOException("on purpose");
          }
          Set<String> known = new HashSet<>(orderIds);
          known.retainAll(atOpc.stream().map(PurchaseOrder::getOrderId).toList());
          return known;
        }

        @Override
        public PlacedOrders.PlacedOrder read(String orderId) {
          return atOpc.stream()
              .filter(purchase -> purchase.getOrderId().equals(orderId))
              .map(OpcOrders::placed)
              .findFirst()
              .orElseThrow();
        }
      };

  /** Keeps what is written, as the database does. */
  static final class FakeTable extends UnsettledTable {
    final Map<String, UnsettledOrder> rows = new HashMap<>();
    List<String> numbers = List.of();

    /** What the next reading meets. */
    Error error;

    @Override
    void write(UnsettledOrder unsettled) {
      rows.put(unsettled.orderId(), unsettled);
    }

    @Override
    void delete(String orderId) {
      rows.remove(orderId);
    }

    @Override
    List<UnsettledOrder> all() {
      if (error != null) {
        Error met = error;
        error = null;
        throw met;
      }
      return List.copyOf(rows.values());
    }

    @Override
    List<String> numbersWithoutOrder() {
      return numbers;
    }

    @Override
    void clear() {
      rows.clear();
    }
  }

  final FakeTable table = new FakeTable();
  final UnsettledOrders unsettled = unsettled();
  final OrderPlacement placement = new OrderPlacement(checkout, unsettled);

  /** As it is after the server has begun anew. */
  UnsettledOrders unsettled() {
    return new UnsettledOrders(orders, opc, table, new OrderResolver(orders, opc, () -> nowNanos));
  }

  void nothingFails() {
    booking = null;
    beforeSend = null;
    afterSend = null;
    commit = null;
    errorAtCommit = null;
  }

  private static void fail(RuntimeException failure) {
    if (failure != null) {
      throw failure;
    }
  }
}
