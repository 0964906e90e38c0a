package org.petlab.workflow.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer that answers in part, and then says nothing more. */
class HttpCallsTest {
  private static final String WHOLE = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfish";
  private static final String HALF = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfi";
  private static final String HALF_STREAMED =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nfi\r\n";
  // Longer than the first call of a JVM takes until it has the headers.
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final Duration FOREVER = Duration.ofSeconds(30);

  private final HttpClient client = HttpClient.newHttpClient();
  private final CompletableFuture<Void> answered = new CompletableFuture<>();
  private ServerSocket peer;

  @BeforeEach
  void begin() throws IOException {
    peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws IOException {
    client.shutdownNow();
    peer.close();
  }

  @Test
  void whatIsWholeIsReturned() throws Exception {
    answer(WHOLE);
    assertThat(HttpCalls.send(client, request(), LIMIT).body()).isEqualTo("fish");
  }

  @ParameterizedTest
  @ValueSource(strings = {HALF, HALF_STREAMED, ""})
  void nobodyWaitsLongerForWhatDoesNotCome(String text) throws Exception {
    CompletableFuture<Integer> next = answer(text);
    assertTimeoutPreemptively(
        FOREVER,
        () ->
            assertThatThrownBy(() -> HttpCalls.send(client, request(), LIMIT))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessage("The response was not complete within 3000 ms"));
    assertThat(next.get(FOREVER.toSeconds(), TimeUnit.SECONDS)).as("it hung up").isEqualTo(-1);
  }

  @Test
  void whoIsInterruptedHangsUp() throws Exception {
    CompletableFuture<Integer> next = answer(HALF);
    CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    HttpCalls.send(client, request(), FOREVER.multipliedBy(2));
                    isInterrupted.complete(false);
                  } catch (InterruptedException e) {
                    isInterrupted.complete(true);
                  } catch (IOException e) {
                    isInterrupted.completeExceptionally(e);
                  }
                });
    answered.get(FOREVER.toSeconds(), TimeUnit.SECONDS);
    caller.interrupt();
    assertThat(isInterrupted.get(FOREVER.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(next.get(FOREVER.toSeconds(), TimeUnit.SECONDS)).as("it hung up").isEqualTo(-1);
  }

  @Test
  void whoDoesNotWaitIsToldTheSame() {
    answer(HALF);
    assertThatThrownBy(
            () ->
                HttpCalls.sendAsync(client, request(), LIMIT)
                    .get(FOREVER.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void aFailureIsTheOneThatTheClientTells() throws IOException {
    peer.close();
    assertThatThrownBy(() -> HttpCalls.send(client, request(), LIMIT))
        .isInstanceOf(ConnectException.class);
  }

  /**
   * Answers a request with this text; returns what comes next of that connection, -1 at its end.
   */
  private CompletableFuture<Integer> answer(String text) {
    CompletableFuture<Integer> next = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket connection = peer.accept()) {
                InputStream in = connection.getInputStream();
                readHead(in);
                connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                answered.complete(null);
                next.complete(in.read());
              } catch (IOException e) {
                next.complete(-1); // it was reset
              }
            });
    return next;
  }

  private static void readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
  }

  private HttpRequest request() {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + peer.getLocalPort() + "/stock"))
        .build();
  }
}
