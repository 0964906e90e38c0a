package org.petlab.submitting;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** The web service OrderSubmissionService. */
final class SoapEntrance implements Entrance {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int OK = 200;
  private static final String HEAD =
      "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>";
  private static final String TAIL = "</s:Body></s:Envelope>";

  private final HttpClient client;
  private final URI service;
  private final String credential;

  /** client: shared by all, as it keeps the connections. */
  SoapEntrance(HttpClient client, URI service, String user, String password) {
    this.client = client;
    this.service = service;
    byte[] plain = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    credential = "Basic " + Base64.getEncoder().encodeToString(plain);
  }

  @Override
  public Receipt submit(String orderId, String document) {
    HttpRequest request =
        HttpRequest.newBuilder(service)
            .timeout(TIMEOUT)
            .header("Authorization", credential)
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(BodyPublishers.ofString(HEAD + document + TAIL))
            .build();
    try {
      return receipt(orderId, client.send(request, BodyHandlers.ofString()));
    } catch (IOException unanswered) {
      return Receipt.unsettled(0, 0);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return Receipt.unsettled(0, 0);
    }
  }

  private static Receipt receipt(String orderId, HttpResponse<String> answer) {
    String body = answer.body();
    int bytes = body.getBytes(StandardCharsets.UTF_8).length;
    if (answer.statusCode() == OK && body.contains(">" + orderId + "</")) {
      return Receipt.confirmed(bytes);
    }
    boolean refused = body.contains("<Refusal") && !body.contains(">UNAVAILABLE<");
    return refused
        ? Receipt.refused(answer.statusCode(), bytes)
        : Receipt.unsettled(answer.statusCode(), bytes);
  }

  @Override
  public void close() {
    // The connections are the client's.
  }
}
