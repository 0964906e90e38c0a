package org.petlab.storefront.status;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import org.petlab.workflow.access.ApplicationClient;
import org.petlab.workflow.kernel.Application;

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

  @Inject private ApplicationClient client;

  public OrderTimeline of(String orderId) {
    try {
      HttpResponse<String> timeline =
          client.get(Application.OPC, "/orders/" + orderId + "/timeline");
      if (timeline.statusCode() == OK) {
        return OrderTimeline.read(timeline.body());
      }
      return OrderTimeline.of(state(client.get(Application.OPC, "/orders/" + orderId + "/state")));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The order processing center does not answer: {0}", e.toString());
    } catch (IllegalArgumentException e) {
      LOG.log(Level.WARNING, "The timeline of order " + orderId + " cannot be read", e);
    }
    return OrderTimeline.of(OrderStatus.UNKNOWN);
  }

  public OrderStates statesOf(List<String> orderIds) {
    if (orderIds.isEmpty()) {
      return OrderStates.UNKNOWN;
    }
    try {
      String ids = orderIds.stream().map(id -> "id=" + id).collect(Collectors.joining("&"));
      HttpResponse<String> answer = client.get(Application.OPC, "/orders/states?" + ids);
      if (answer.statusCode() == OK) {
        return OrderStates.read(answer.body());
      }
      LOG.log(Level.WARNING, "The order processing center answers {0}", answer.statusCode());
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The order processing center does not answer: {0}", e.toString());
    } catch (IllegalArgumentException e) {
      LOG.log(Level.WARNING, "The states of orders cannot be read", e);
    }
    return OrderStates.UNKNOWN;
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
}
