package org.petlab.opc.mailing;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.petlab.workflow.access.CircuitBreaker;
import org.petlab.workflow.access.HttpCalls;
import org.petlab.workflow.kernel.BedSettings;

/** What customers have been written, as the mail server keeps it where the bed wants it kept. */
@ApplicationScoped
public class Mailbox {
  private static final Logger LOG = System.getLogger(Mailbox.class.getName());
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final int OK = 200;

  private final Duration timeout;
  private final HttpClient client;
  private final CircuitBreaker breaker = new CircuitBreaker();

  @Inject private BedSettings bed;

  public Mailbox() {
    this(null, TIMEOUT);
  }

  Mailbox(BedSettings bed, Duration timeout) {
    this.bed = bed;
    this.timeout = timeout;
    this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  /** The mails about an order, the oldest first; empty when none are kept or nobody tells. */
  public Optional<List<ReceivedMail>> of(String orderId) {
    if (bed.number("mails.kept", 0) == 0) {
      return Optional.empty();
    }
    try {
      return breaker.call(() -> ask(orderId));
    } catch (IOException | JsonException | ClassCastException | NullPointerException e) {
      LOG.log(Level.WARNING, "The mailbox does not answer: {0}", e.toString());
      return Optional.empty();
    }
  }

  private List<ReceivedMail> ask(String orderId) throws IOException {
    try {
      HttpResponse<String> answer = HttpCalls.send(client, question(orderId), timeout);
      if (answer.statusCode() != OK) {
        throw new IOException("It answers " + answer.statusCode());
      }
      return read(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while it was asked", e);
    }
  }

  private HttpRequest question(String orderId) {
    String order = URLEncoder.encode(orderId, StandardCharsets.UTF_8);
    return HttpRequest.newBuilder(URI.create(bed.text("mailbox.url") + "?order=" + order))
        .header("Authorization", "Bearer " + bed.text("mailbox.token"))
        .build();
  }

  private static List<ReceivedMail> read(String json) {
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      return reader.readObject().getJsonArray("mails").getValuesAs(JsonObject.class).stream()
          .map(ReceivedMail::read)
          .toList();
    }
  }

  @PreDestroy
  void stop() {
    client.shutdownNow();
  }
}
