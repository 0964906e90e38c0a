package org.petlab.opc.mailing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.kernel.BedSettings;

/** Mails are asked for with the bed's token, and who does not answer holds up one page alone. */
class MailboxTest {
  private static final String ONE =
      """
      {"mails": [{"order_id": "10001", "kind": "approved", "document_id": "10001-M-approved",
        "taken_ns": 5, "subject": "Your order", "text": "Thank you."}]}\
      """;

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer sink;
  private volatile String answer = ONE;
  private volatile int missing;

  @BeforeEach
  void begin() throws IOException {
    sink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    sink.setExecutor(Executors.newCachedThreadPool());
    sink.createContext(
        "/mails",
        exchange -> {
          requests.add(
              exchange.getRequestURI().getRawQuery()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization"));
          if (answer == null) {
            await();
          } else {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length + missing);
            exchange.getResponseBody().write(body);
            exchange.getResponseBody().flush();
            if (missing > 0) {
              await();
            }
          }
          exchange.close();
        });
    sink.start();
  }

  private void await() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void end() {
    over.countDown();
    sink.stop(0);
  }

  @Test
  void theMailsOfAnOrderAreAskedForWithTheToken() {
    assertThat(mailbox("5000").of("10001"))
        .contains(
            List.of(
                new ReceivedMail("approved", "10001-M-approved", 5, "Your order", "Thank you.")));
    assertThat(requests).containsExactly("order=10001 Bearer token");
  }

  @Test
  void nobodyIsAskedWhereNoneAreKept() {
    assertThat(mailbox("0").of("10001")).isEmpty();
    assertThat(requests).isEmpty();
  }

  @Test
  void whoDoesNotAnswerInTimeIsNotAskedAgainAtOnce() {
    answer = null;
    Mailbox mailbox = mailbox("5000", Duration.ofSeconds(3));
    assertThat(mailbox.of("10001")).isEmpty();
    assertThat(mailbox.of("10002")).isEmpty();
    assertThat(requests).hasSize(1);
  }

  @Test
  void whoStopsWithinAnAnswerIsNotWaitedForEither() {
    missing = 1;
    Mailbox mailbox = mailbox("5000", Duration.ofSeconds(3));
    assertTimeoutPreemptively(
        Duration.ofSeconds(30), () -> assertThat(mailbox.of("10001")).isEmpty());
    assertThat(mailbox.of("10002")).isEmpty();
    assertThat(requests).hasSize(1);
  }

  @Test
  void anAnswerThatIsNoneIsNoAnswer() {
    answer = "{}";
    assertThat(mailbox("5000").of("10001")).isEmpty();
  }

  private Mailbox mailbox(String kept) {
    return mailbox(kept, Duration.ofSeconds(30)); // the first question of a JVM takes long
  }

  private Mailbox mailbox(String kept, Duration timeout) {
    Properties bed = new Properties();
    bed.put("mails.kept", kept);
    bed.put("mailbox.url", "http://127.0.0.1:" + sink.getAddress().getPort() + "/mails");
    bed.put("mailbox.token", "token");
    return new Mailbox(new BedSettings(bed), timeout);
  }
}
