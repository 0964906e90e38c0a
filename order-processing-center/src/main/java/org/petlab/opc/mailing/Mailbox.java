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
import org.petlab.workflow.access.HttpCalls;
import org.petlab.workflow.kernel.BedSettings;

/** What customers have been written, as the mail server keeps it where the bed wants it kept. */
@ApplicationScoped
public class Mailbox {
  private static final Logger LOG = System.getLogger(Mailbox.class.getName());
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  // Who does not answer is not asked again at once: each page would wait for it.
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Duration timeout;
  private final HttpClient client;
  private volatile long askAgainNanos = System.nanoTime();

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
    boolean kept = bed.number("mails.kept", 0) > 0;
    return kept && System.nanoTime() - askAgainNanos >= 0 ? ask(orderId) : Optional.empty();
  }

  private Optional<List<ReceivedMail>> ask(String orderId) {
    try {
      HttpResponse<String> answer = HttpCalls.send(client, question(orderId), timeout);
      if (answer.statusCode() == 200) {
        return Optional.of(read(answer.body()));
      }
      LOG.log(Level.WARNING, "The mailbox answers {0}", answer.statusCode());
    } catch (IOException | JsonException | ClassCastException | NullPointerException e) {
      LOG.log(Level.WARNING, "The mailbox does not answer: {0}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    askAgainNanos = System.nanoTime() + PAUSE.toNanos();
    return Optional.empty();
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
