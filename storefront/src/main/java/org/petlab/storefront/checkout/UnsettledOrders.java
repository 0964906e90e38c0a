package org.petlab.storefront.checkout;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.workflow.kernel.WallClock;

/**
 * The orders of which the shop does not know whether they stand, because their checkout failed when
 * their documents may have left it. Somebody looks into them until it is known, once a second; what
 * a customer is told meanwhile comes from here.
 *
 * <p>They are kept in memory and, as soon as the database takes them, in a table.
 */
@ApplicationScoped
public class UnsettledOrders {
  private static final Logger LOG = System.getLogger(UnsettledOrders.class.getName());
  private static final Duration PAUSE = Duration.ofSeconds(1);
  // A document may come very late: for so long it is looked for although it was given up.
  private static final long GIVEN_UP_FOR_GOOD_NS = Duration.ofHours(1).toNanos();
  private static final long TOLD_FOR_NS = Duration.ofDays(1).toNanos();

  private final Map<String, UnsettledOrder> known = new ConcurrentHashMap<>();
  private volatile boolean isRead;
  private volatile Thread resolverThread;

  @Resource(lookup = "java:comp/DefaultManagedExecutorService")
  private ManagedExecutorService executor;

  @Inject private PlacedOrders orders;
  @Inject private OpcOrders opc;
  @Inject private UnsettledTable table;

  private OrderResolver resolver;

  protected UnsettledOrders() {}

  UnsettledOrders(
      PlacedOrders orders, OpcOrders opc, UnsettledTable table, OrderResolver resolver) {
    this.orders = orders;
    this.opc = opc;
    this.table = table;
    this.resolver = resolver;
  }

  // Not on a thread of the server's pools, which one that hangs would be missed by.
  void begin(@Observes @Initialized(ApplicationScoped.class) Object deployed) {
    resolver = new OrderResolver(orders, opc, System::nanoTime);
    Runnable work = executor.getContextService().contextualRunnable(this::resolvePeriodically);
    resolverThread = Thread.ofPlatform().daemon().name("petlab-unsettled-orders").start(work);
  }

  @PreDestroy
  void end() {
    if (resolverThread != null) {
      resolverThread.interrupt();
    }
  }

  /** Nobody knows whether this order was placed: it will be looked into. */
  void add(PlacedOrder order, boolean isSentOutside, Consumer<Resolution> whenResolved) {
    known.compute(
        order.orderId(),
        (orderId, before) -> {
          boolean wasSentOutside = before != null && before.isSentOutside();
          if (before != null) {
            before.supersede();
          }
          return new UnsettledOrder(
              order, isSentOutside || wasSentOutside, Resolution.OPEN, whenResolved);
        });
  }

  /** An order was placed, perhaps one that was in question. */
  void recordPlaced(String orderId) {
    UnsettledOrder settled = known.get(orderId);
    if (settled != null) {
      settled.recordResolution(Resolution.PLACED);
    }
  }

  /**
   * What became of an order, for whoever goes on with it: the books of both are asked, which may
   * take seconds, unless somebody does that already.
   */
  Resolution resolve(String orderId) {
    UnsettledOrder order = known.get(orderId);
    if (order == null) {
      return orders.has(orderId) ? Resolution.PLACED : Resolution.NOT_PLACED;
    }
    resolve(order, () -> atOpc(List.of(orderId)));
    return order.resolution();
  }

  /** The order of that number, if it is that customer's and not known to stand; nobody is asked. */
  public Optional<UnsettledOrder> find(String orderId, String customer) {
    return Optional.ofNullable(known.get(orderId)).filter(order -> isShownTo(customer, order));
  }

  /** Those of a customer that are still looked into. */
  public List<UnsettledOrder> openOf(String customer) {
    return known.values().stream()
        .filter(order -> order.resolution() == Resolution.OPEN && isShownTo(customer, order))
        .toList();
  }

  private static boolean isShownTo(String customer, UnsettledOrder order) {
    return order.isOf(customer) && order.resolution() != Resolution.PLACED;
  }

  /** How many are still looked into. */
  public long open() {
    return known.values().stream().filter(order -> order.resolution() == Resolution.OPEN).count();
  }

  /** A trial begins as if nothing had ever been ordered. */
  public void forget() {
    known.clear();
    table.clear();
  }

  /** Until it is interrupted. */
  void resolvePeriodically() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Thread.sleep(PAUSE);
        resolveAll();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException | Error e) {
        // An error may go by; without this thread all would wait for ever.
        LOG.log(Level.WARNING, "Unsettled orders wait: {0}", e.toString());
      }
    }
  }

  /** Looks into all of them once. */
  void resolveAll() {
    if (!isRead) {
      read();
    }
    List<UnsettledOrder> unresolved = known.values().stream().filter(this::isLookedFor).toList();
    if (!unresolved.isEmpty()) {
      Set<String> atOpc = atOpc(unresolved.stream().map(UnsettledOrder::orderId).toList());
      // First what is certain: of the others, the database may have to be waited for.
      unresolved.stream()
          .sorted(Comparator.comparing(order -> atOpc == null || !atOpc.contains(order.orderId())))
          .forEach(order -> lookInto(order, atOpc));
    }
    known.values().forEach(this::save);
  }

  private void read() {
    table.all().forEach(order -> known.putIfAbsent(order.orderId(), order));
    table.numbersWithoutOrder().stream()
        .map(UnsettledOrders::ofNumber)
        .forEach(order -> known.putIfAbsent(order.orderId(), order));
    isRead = true;
  }

  private static UnsettledOrder ofNumber(String orderId) {
    PlacedOrder order = new PlacedOrder(orderId, null, WallClock.nanos(), BigDecimal.ZERO, "");
    return new UnsettledOrder(order, true, Resolution.OPEN, resolution -> {});
  }

  private boolean isLookedFor(UnsettledOrder order) {
    return switch (order.resolution()) {
      case OPEN -> true;
      case NOT_PLACED -> ageNanos(order) < GIVEN_UP_FOR_GOOD_NS;
      case PLACED -> false;
    };
  }

  private static long ageNanos(UnsettledOrder order) {
    return WallClock.nanos() - order.order().receivedNanos();
  }

  private void lookInto(UnsettledOrder order, Set<String> atOpc) {
    boolean isNew = resolve(order, () -> atOpc);
    if (isNew && order.resolution() == Resolution.NOT_PLACED && !order.isNumberOnly()) {
      table.write(order);
    }
  }

  /** False when nothing new is known of it, or somebody else is finding out. */
  private boolean resolve(UnsettledOrder order, Supplier<Set<String>> atOpc) {
    if (!order.beginLookup()) {
      return false;
    }
    try {
      return resolver.resolve(order, atOpc.get());
    } finally {
      order.endLookup();
    }
  }

  // Null when it does not answer.
  private Set<String> atOpc(Collection<String> orderIds) {
    try {
      return opc.known(orderIds);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "The order processing center does not answer: {0}", e.toString());
      return null;
    }
  }

  /** Writes down what is not settled, and forgets what is. */
  private void save(UnsettledOrder order) {
    boolean isOver =
        switch (order.resolution()) {
          case OPEN -> false;
          case NOT_PLACED -> order.isNumberOnly() || ageNanos(order) > TOLD_FOR_NS;
          case PLACED -> true;
        };
    if (isOver) {
      if (order.isWritten()) {
        table.delete(order.orderId());
      }
      known.remove(order.orderId(), order);
    } else if (!order.isWritten() && !order.isNumberOnly()) {
      table.write(order);
      order.recordPersisted();
    }
  }
}
