package org.petlab.storefront.checkout;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.petlab.documents.PurchaseOrder;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.workflow.access.ApplicationClient;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.petlab.workflow.kernel.documents.Documents;

/** The orders as the order processing center has them. */
@ApplicationScoped
class OpcOrders implements OrderResolver.RemoteOrders {
  private static final int OK = 200;
  // As many as it tells at once.
  private static final int MAX_ORDERS = 100;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  @Inject private ApplicationClient client;

  /**
   * Which of these it has.
   *
   * @throws IOException when there is no answer
   */
  Set<String> known(Collection<String> orderIds) throws IOException {
    List<String> ids = List.copyOf(orderIds);
    Set<String> known = new HashSet<>();
    for (int from = 0; from < ids.size(); from += MAX_ORDERS) {
      known.addAll(knownOf(ids.subList(from, Math.min(ids.size(), from + MAX_ORDERS))));
    }
    return known;
  }

  private Set<String> knownOf(List<String> ids) throws IOException {
    String query = ids.stream().map(id -> "id=" + id).collect(Collectors.joining("&"));
    String states = ask("/orders/states?" + query);
    try (JsonReader reader = Json.createReader(new StringReader(states))) {
      return Set.copyOf(reader.readObject().keySet());
    } catch (JsonException e) {
      throw new IOException("Expected the states of orders, got: " + states, e);
    }
  }

  @Override
  public PlacedOrder read(String orderId) throws IOException {
    String xml = ask("/orders/" + orderId + "/document");
    try {
      return placed(Documents.read(xml, PurchaseOrder.class));
    } catch (UnreadableDocumentException e) {
      throw new IOException("Order " + orderId + " cannot be read", e);
    }
  }

  static PlacedOrder placed(PurchaseOrder purchase) {
    Instant placedAt = purchase.getPlacedAt();
    String lines =
        purchase.getLines().getLine().stream()
            .map(line -> line.getItemId() + ":" + line.getQuantity())
            .collect(Collectors.joining(";"));
    return new PlacedOrder(
        purchase.getOrderId(),
        purchase.getCustomerId(),
        placedAt.getEpochSecond() * NANOS_PER_SECOND + placedAt.getNano(),
        purchase.getTotal(),
        lines);
  }

  private String ask(String path) throws IOException {
    HttpResponse<String> answer = client.get(Application.OPC, path);
    if (answer.statusCode() != OK) {
      throw new IOException(path + " is answered " + answer.statusCode());
    }
    return answer.body();
  }
}
