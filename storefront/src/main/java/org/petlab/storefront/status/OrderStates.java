package org.petlab.storefront.status;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.petlab.workflow.Application;
import org.petlab.workflow.BedSettings;
import org.petlab.workflow.inbox.BasicCredential;

/** Asks the order processing center. When it does not answer in time the state is unknown. */
@ApplicationScoped
public class OrderStates {
  private static final Logger LOG = System.getLogger(OrderStates.class.getName());
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(4);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

  @Inject private BedSettings bed;
  @Inject private BasicCredential credential;

  public OrderState of(String orderId) {
    HttpRequest question =
        HttpRequest.newBuilder(
                URI.create(bed.endpoint(Application.OPC) + "/orders/" + orderId + "/state"))
            .header("Authorization", credential.of(Application.STOREFRONT))
            .timeout(ANSWER_TIMEOUT)
            .build();
    try {
      return read(client.send(question, BodyHandlers.ofString()));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The order processing center does not answer: {0}", e.toString());
      return OrderState.UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OrderState.UNKNOWN;
    }
  }

  private static OrderState read(HttpResponse<String> answer) {
    return switch (answer.statusCode()) {
      case 200 -> OrderState.named(answer.body().strip());
      // Placed here, but not yet received there.
      case 404 -> OrderState.ON_ITS_WAY;
      default -> {
        LOG.log(Level.WARNING, "The order processing center answers {0}", answer.statusCode());
        yield OrderState.UNKNOWN;
      }
    };
  }

  @PreDestroy
  void stop() {
    client.shutdownNow();
  }
}
