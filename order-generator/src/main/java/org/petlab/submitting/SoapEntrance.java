package org.petlab.submitting;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The web service OrderSubmissionService. */
final class SoapEntrance implements Entrance {
  private static final int OK = 200;
  private static final String HEAD =
      "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>";
  private static final String TAIL = "</s:Body></s:Envelope>";

  private final HttpClient client;
  private final URI service;
  private final String credential;
  private final Duration timeout;

  /** client: shared by all, as it keeps the connections; timeout: for the whole answer. */
  SoapEntrance(HttpClient client, URI service, String user, String password, Duration timeout) {
    this.client = client;
    this.service = service;
    this.timeout = timeout;
    byte[] plain = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    credential = "Basic " + Base64.getEncoder().encodeToString(plain);
  }

  @Override
  public Receipt submit(String orderId, String document) {
    HttpRequest request =
        HttpRequest.newBuilder(service)
            .header("Authorization", credential)
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(BodyPublishers.ofString(HEAD + document + TAIL))
            .build();
    // A timeout of the request itself ends where the answer's body begins.
    var answer = client.sendAsync(request, BodyHandlers.ofString());
    try {
      return receipt(orderId, answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException unanswered) {
      return Receipt.unsettled(0, 0);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return Receipt.unsettled(0, 0);
    } finally {
      answer.cancel(true);
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
