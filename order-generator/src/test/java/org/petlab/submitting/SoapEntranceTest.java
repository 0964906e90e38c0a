package org.petlab.submitting;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.petlab.submitting.Entrance.Receipt;

/** What a sender is told when the answer comes in part and then no more. */
@Timeout(60)
class SoapEntranceTest {
  private static final String ANSWER = "<Receipt><documentId>F-1</documentId></Receipt>";
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch rest = new CountDownLatch(1);
  private final CountDownLatch stillInterrupted = new CountDownLatch(1);
  private HttpServer service;

  @BeforeEach
  void open() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    service.setExecutor(threads);
    service.createContext("/whole", exchange -> answer(exchange, new CountDownLatch(0)));
    service.createContext("/half", exchange -> answer(exchange, rest));
    service.start();
  }

  @AfterEach
  void close() {
    rest.countDown();
    service.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange, CountDownLatch beforeItsEnd) throws IOException {
    byte[] body = ANSWER.getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body, 0, body.length - 1);
    exchange.getResponseBody().flush();
    try {
      beforeItsEnd.await();
      exchange.getResponseBody().write(body, body.length - 1, 1);
      exchange.close();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private Receipt submit(String path) {
    URI address = URI.create("http://127.0.0.1:" + service.getAddress().getPort() + path);
    HttpClient client = HttpClient.newHttpClient();
    try (var entrance = new SoapEntrance(client, address, "user", "secret", TIMEOUT)) {
      return entrance.submit("F-1", "<PurchaseOrder/>");
    }
  }

  @Test
  void anAnswerCountsWhenItIsWhole() {
    assertThat(submit("/whole")).isEqualTo(Receipt.confirmed(ANSWER.length()));
  }

  @Test
  void anAnswerWhoseEndDoesNotComeIsNoneAfterTheTimeout() {
    long begun = System.nanoTime();
    assertThat(submit("/half")).isEqualTo(Receipt.unsettled(0, 0));
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isBetween(TIMEOUT, TIMEOUT.multipliedBy(20));
  }

  @Test
  void aSenderThatIsInterruptedStaysSo() throws Exception {
    Thread sender =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              submit("/half");
              if (Thread.currentThread().isInterrupted()) {
                stillInterrupted.countDown();
              }
            });
    sender.start();
    assertThat(stillInterrupted.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
