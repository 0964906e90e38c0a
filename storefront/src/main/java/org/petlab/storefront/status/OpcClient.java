package org.petlab.storefront.status;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.petlab.workflow.access.ApplicationClient;
import org.petlab.workflow.access.CircuitBreaker;
import org.petlab.workflow.kernel.Application;

/**
 * Asks the order processing center about orders, for pages that do without an answer: one that
 * hangs is left alone, so that the pages which need nothing of it keep their threads.
 */
@ApplicationScoped
public class OpcClient {
  private static final Logger LOG = System.getLogger(OpcClient.class.getName());

  @Inject private ApplicationClient client;

  private final CircuitBreaker breaker = new CircuitBreaker();

  protected OpcClient() {}

  OpcClient(ApplicationClient client) {
    this.client = client;
  }

  /** What it answers to a GET, whatever the status; empty when it does not answer. */
  Optional<HttpResponse<String>> get(String path) {
    try {
      return breaker.call(() -> client.get(Application.OPC, path));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The order processing center does not answer: {0}", e.toString());
      return Optional.empty();
    }
  }
}
