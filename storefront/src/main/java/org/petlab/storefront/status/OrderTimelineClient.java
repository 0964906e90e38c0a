package org.petlab.storefront.status;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Asks the order processing center how far an order has come: for its whole timeline, or only for
 * its state where the timeline cannot be had. Of several it asks for the states alone, all at once.
 * When it does not answer in time the state is unknown.
 */
@ApplicationScoped
public class OrderTimelineClient {
  private static final Logger LOG = System.getLogger(OrderTimelineClient.class.getName());
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  @Inject private OpcClient opc;

  protected OrderTimelineClient() {}

  OrderTimelineClient(OpcClient opc) {
    this.opc = opc;
  }

  public OrderTimeline of(String orderId) {
    Optional<HttpResponse<String>> timeline = opc.get("/orders/" + orderId + "/timeline");
    if (timeline.isEmpty()) {
      return OrderTimeline.of(OrderStatus.UNKNOWN);
    }
    return timeline.get().statusCode() == OK
        ? timeline(orderId, timeline.get().body())
        : OrderTimeline.of(stateOf(orderId));
  }

  private static OrderTimeline timeline(String orderId, String answer) {
    try {
      return OrderTimeline.read(answer);
    } catch (IllegalArgumentException e) {
      LOG.log(Level.WARNING, "The timeline of order " + orderId + " cannot be read", e);
      return OrderTimeline.of(OrderStatus.UNKNOWN);
    }
  }

  private OrderStatus stateOf(String orderId) {
    return opc.get("/orders/" + orderId + "/state")
        .map(OrderTimelineClient::state)
        .orElse(OrderStatus.UNKNOWN);
  }

  private static OrderStatus state(HttpResponse<String> answer) {
    return switch (answer.statusCode()) {
      case OK -> OrderStatus.named(answer.body().strip());
      // Placed here, but not yet received there.
      case NOT_FOUND -> OrderStatus.ON_ITS_WAY;
      default -> {
        LOG.log(Level.WARNING, "The order processing center answers {0}", answer.statusCode());
        yield OrderStatus.UNKNOWN;
      }
    };
  }

  public OrderStates statesOf(List<String> orderIds) {
    if (orderIds.isEmpty()) {
      return OrderStates.UNKNOWN;
    }
    String ids = orderIds.stream().map(id -> "id=" + id).collect(Collectors.joining("&"));
    return opc.get("/orders/states?" + ids)
        .map(OrderTimelineClient::states)
        .orElse(OrderStates.UNKNOWN);
  }

  private static OrderStates states(HttpResponse<String> answer) {
    if (answer.statusCode() != OK) {
      LOG.log(Level.WARNING, "The order processing center answers {0}", answer.statusCode());
      return OrderStates.UNKNOWN;
    }
    try {
      return OrderStates.read(answer.body());
    } catch (IllegalArgumentException e) {
      LOG.log(Level.WARNING, "The states of orders cannot be read", e);
      return OrderStates.UNKNOWN;
    }
  }
}
