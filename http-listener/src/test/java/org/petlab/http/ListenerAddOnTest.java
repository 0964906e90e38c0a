package org.petlab.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A real listener with two threads, and clients that do not hurry. */
@Timeout(30)
class ListenerAddOnTest {
  private static final int THREADS = 2;
  private static final int ENOUGH = 10;
  private static final int SELECTORS = 4;
  private static final int MAX_PENDING_BYTES = 3_000_000;

  private final AtomicLong nowNs = new AtomicLong(Duration.ofDays(1).toNanos());
  private final CountDownLatch awaited = new CountDownLatch(1);
  private final AtomicInteger handled = new AtomicInteger();
  private final PendingBodies pending = new PendingBodies(nowNs::get, MAX_PENDING_BYTES);
  private final List<Socket> sockets = new ArrayList<>();
  private HttpServer server;
  private NetworkListener listener;

  @BeforeEach
  void start() throws IOException {
    System.setProperty(ListenerAddOn.CONTEXTS, "opc,supplier");
    listener = new NetworkListener("test", "127.0.0.1", 0);
    listener
        .getTransport()
        .setWorkerThreadPoolConfig(
            ThreadPoolConfig.defaultConfig().setCorePoolSize(THREADS).setMaxPoolSize(THREADS));
    listener.getTransport().setSelectorRunnersCount(SELECTORS);
    listener.registerAddOn(new ListenerAddOn(pending));
    server = new HttpServer();
    server.addListener(listener);
    server.getServerConfiguration().addHttpHandler(new Counting(), "/");
    server.start();
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.shutdownNow();
    System.clearProperty(ListenerAddOn.CONTEXTS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 60000", "Transfer-Encoding: chunked", "Content-Length: 1048576"})
  void bodiesThatAreOnTheirWayHoldNoThread(String header) throws IOException {
    for (int each = 0; each < ENOUGH; each++) {
      send("POST /opc/signon HTTP/1.1\r\nHost: a\r\n" + header + "\r\n\r\n");
    }
    assertThat(ask("GET /opc/ HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 200");
    assertThat(handled).hasValue(1);
  }

  @Test
  void headersThatAreOnTheirWayHoldNoThread() throws IOException {
    for (int each = 0; each < ENOUGH; each++) {
      send("POST /opc/signon HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    }
    assertThat(ask("GET /opc/ HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void aBodyInPiecesIsReadAsAWhole(int size) throws IOException {
    String body = "0123456789".repeat(200);
    Socket socket =
        send("POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n");
    for (int from = 0; from < body.length(); from += size) {
      write(socket, body.substring(from, Math.min(body.length(), from + size)));
    }
    assertThat(answer(socket)).endsWith(body.length() + " " + body.hashCode());
  }

  @Test
  void oneConnectionCarriesOneRequestAfterTheOther() throws IOException {
    String post = "POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";
    Socket socket = send(post + "ab");
    write(socket, "cd" + post + "ef");
    assertThat(answer(socket)).endsWith("4 " + "abcd".hashCode());
    write(socket, "gh");
    assertThat(answer(socket)).endsWith("4 " + "efgh".hashCode());
  }

  @Test
  void aBodyInChunksIsReadAsAWhole() throws IOException {
    Socket socket =
        send("POST /opc/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n");
    write(socket, "2\r\ncd\r\n0\r\n\r\n");
    assertThat(answer(socket)).endsWith("4 " + "abcd".hashCode());
  }

  @Test
  void aBrokenBodyIsNoApplicationsBusiness() throws IOException {
    Socket socket =
        send("POST /opc/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n");
    awaitPending(1);
    write(socket, "no length\r\nab\r\n0\r\n\r\n");
    assertThat(answer(socket)).startsWith("HTTP/1.1 400");
    assertThat(handled).hasValue(0);
    awaitPending(0);
  }

  @Test
  void whoWaitsToBeAskedForTheBodyIsAsked() throws IOException {
    Socket socket =
        send(
            "POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
                + "Expect: 100-continue\r\n\r\n");
    assertThat(answer(socket)).startsWith("HTTP/1.1 100");
    write(socket, "abcd");
    assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("4 " + "abcd".hashCode());
  }

  @ParameterizedTest
  @CsvSource({"1048577,application", "1048576,nobody"})
  void whatIsLargerThanAnyBodyIsLeftToTheApplication(int bytes, String by) throws IOException {
    Socket socket =
        send("POST /opc/refuse HTTP/1.1\r\nHost: a\r\nContent-Length: " + bytes + "\r\n\r\n");
    if ("application".equals(by)) {
      assertThat(answer(socket)).startsWith("HTTP/1.1 413");
    } else {
      awaitPending(1);
      assertThat(handled).hasValue(0);
    }
  }

  @Test
  void aBodyThatIsNotThereInTimeIsRefused() throws IOException {
    Socket slow = send("POST /opc/signon HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcd");
    awaitPending(1);
    pass(PendingBodies.DEADLINE);
    assertThat(pending.size()).isEqualTo(1);
    pass(Duration.ofMillis(1));
    assertThat(answer(slow))
        .startsWith("HTTP/1.1 408")
        .contains("\r\nContent-Type: text/plain;charset=UTF-8\r\n", "\r\nConnection: close\r\n")
        .endsWith("The body of a request must be here within 10 seconds.\n");
    assertThat(slow.getInputStream().read()).isEqualTo(-1);
    assertThat(handled).hasValue(0);
    assertThat(pending.size()).isZero();
  }

  @Test
  void anAddressMayHaveSoManySlowOnesAndAnyNumberOfOthers() throws IOException {
    List<Socket> slow = new ArrayList<>();
    for (int each = 0; each < PendingBodies.MAX_SLOW_PER_ADDRESS + 1; each++) {
      slow.add(send("POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n"));
      awaitPending(each + 1);
      nowNs.incrementAndGet();
    }
    pass(PendingBodies.SLOW.plusMillis(1));
    assertThat(answer(slow.getLast())).startsWith("HTTP/1.1 429");
    assertThat(pending.size()).isEqualTo(PendingBodies.MAX_SLOW_PER_ADDRESS);
    assertThat(ask("POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void slowOnesOfOtherAddressesAreNotCounted() throws IOException {
    for (int each = 0; each < PendingBodies.MAX_SLOW_PER_ADDRESS; each++) {
      send("POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
    }
    awaitPending(PendingBodies.MAX_SLOW_PER_ADDRESS);
    sendFrom("127.0.0.2", "POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
    awaitPending(PendingBodies.MAX_SLOW_PER_ADDRESS + 1);
    pass(PendingBodies.SLOW.plusMillis(1));
    assertThat(pending.size()).isEqualTo(PendingBodies.MAX_SLOW_PER_ADDRESS + 1);
  }

  @Test
  void whatIsHereOfAllBodiesTogetherIsBounded() throws IOException {
    String million =
        "POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1000001\r\n\r\n" + "x".repeat(1_000_000);
    Socket first = sendFrom("127.0.0.2", million);
    sendFrom("127.0.0.3", million);
    sendFrom("127.0.0.4", million);
    awaitPendingBytes(MAX_PENDING_BYTES);
    String one = "POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx";
    Socket tooMuch = send(one);
    assertThat(answer(tooMuch))
        .startsWith("HTTP/1.1 503")
        .endsWith("Too many large requests are on their way. Please come back later.\n");
    assertThat(tooMuch.getInputStream().read()).isEqualTo(-1);
    assertThat(ask("POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"))
        .as("a body that comes at once")
        .startsWith("HTTP/1.1 200");
    assertThat(pending.bytes()).isEqualTo(MAX_PENDING_BYTES);
    write(first, "x");
    assertThat(answer(first)).startsWith("HTTP/1.1 200");
    Socket next = send(one);
    awaitPendingBytes(2_000_001);
    write(next, "x");
    assertThat(answer(next)).startsWith("HTTP/1.1 200");
  }

  @Test
  void whatWasRefusedOrHasGoneTakesNoMemory() throws IOException {
    send("POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcd");
    awaitPendingBytes(4);
    nowNs.addAndGet(PendingBodies.DEADLINE.toNanos());
    send("POST /opc/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc");
    awaitPendingBytes(7);
    pass(Duration.ofMillis(1));
    assertThat(pending.bytes()).as("the first was too slow").isEqualTo(3);
    sockets.getLast().close();
    awaitPendingBytes(0);
  }

  @Test
  void whoComesWhileTooManyWaitForAThreadIsToldAtOnce() throws IOException {
    List<Socket> waiting = new ArrayList<>();
    for (int each = 0; each < QueuedRequests.MAX + 100; each++) {
      waiting.add(send("GET /opc/wait HTTP/1.1\r\nHost: a\r\n\r\n"));
    }
    // Two are at work and MAX + 1 wait; several selectors may look at once, and let one more each
    // wait.
    int tooMany = waiting.size() - THREADS - QueuedRequests.MAX - 1;
    awaitAnswers(waiting, tooMany - SELECTORS);
    awaited.countDown();
    int refused = 0;
    for (Socket socket : waiting) {
      refused += answer(socket).startsWith("HTTP/1.1 503") ? 1 : 0;
    }
    assertThat(refused).isBetween(tooMany - SELECTORS, tooMany);
    assertThat(handled).hasValue(waiting.size() - refused);
  }

  @Test
  void whoReadsNothingHoldsNoThread() throws IOException {
    String request = "GET /opc/large HTTP/1.1\r\nHost: a\r\n\r\n";
    for (int each = 0; each < ENOUGH; each++) {
      send(request.repeat(1_000));
    }
    assertThat(ask("GET /opc/ HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 200");
    assertThat(handled.get()).isLessThan(ENOUGH * 1_000);
  }

  @Test
  void whoHasGoneIsForgotten() throws IOException {
    send("POST /opc/signon HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
    awaitPending(1);
    sockets.getLast().close();
    awaitPending(0);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/,404",
    "GET,/index.html,404",
    "GET,/opcx/,404",
    "GET,//opc/,404",
    "GET,/health,404",
    "GET,/opc,200",
    "GET,/opc;a=b/c,200",
    "GET,/opc/a;jsessionid=b,400",
    "GET,/opc/a%3BJSESSION%49D=b,400",
    "GET,/opc/a%3,200",
    "GET,/opc/a?next=%3Bjsessionid,200",
    "GET,/supplier/orders?a=/b,200",
    "OPTIONS,*,404",
    "TRACE,/opc/,501",
    "BREW,/opc/,501",
    "get,/opc/,501",
    "PRI,*,501"
  })
  void onlyKnownMethodsAndAddressesAreServed(String method, String address, int status)
      throws IOException {
    String answer = ask(method + " " + address + " HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 " + status).contains("Content-Security-Policy: ");
    assertThat(handled).hasValue(status == 200 ? 1 : 0);
  }

  @Test
  void aRequestToChangeTheProtocolIsAnsweredInThisOne() throws IOException {
    String upgrade = " /opc/ HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n";
    assertThat(ask("GET" + upgrade + "\r\n")).startsWith("HTTP/1.1 200");
    assertThat(ask("POST" + upgrade + "Content-Length: 60000\r\n\r\n")).startsWith("HTTP/1.1 400");
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void pass(Duration time) {
    nowNs.addAndGet(time.toNanos());
    pending.rejectSlowBodies();
  }

  private void awaitPending(int bodies) {
    long endNs = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (pending.size() != bodies) {
      assertThat(System.nanoTime()).as("until %d bodies are pending", bodies).isLessThan(endNs);
      pending.rejectSlowBodies();
      Thread.onSpinWait();
    }
  }

  private void awaitPendingBytes(long bytes) {
    long endNs = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (pending.bytes() != bytes) {
      assertThat(System.nanoTime()).as("until %d bytes are pending", bytes).isLessThan(endNs);
      pending.rejectSlowBodies();
      Thread.onSpinWait();
    }
  }

  /** Waits until so many have been answered; whoever waits for a thread has not. */
  private static void awaitAnswers(List<Socket> sockets, int answers) throws IOException {
    long endNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    int answered = 0;
    while (answered < answers) {
      assertThat(System.nanoTime()).as("%d of %d answers", answered, answers).isLessThan(endNs);
      answered = 0;
      for (Socket socket : sockets) {
        answered += socket.getInputStream().available() > 0 ? 1 : 0;
      }
    }
  }

  private Socket send(String text) throws IOException {
    return sendFrom("127.0.0.1", text);
  }

  private Socket sendFrom(String address, String text) throws IOException {
    InetAddress server = InetAddress.getByName("127.0.0.1");
    Socket socket = new Socket(server, listener.getPort(), InetAddress.getByName(address), 0);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(10_000);
    sockets.add(socket);
    write(socket, text);
    return socket;
  }

  private String ask(String text) throws IOException {
    return answer(send(text));
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  /** One answer: its header, and as much as its length says. */
  private static String answer(Socket socket) throws IOException {
    InputStream input = socket.getInputStream();
    StringBuilder read = new StringBuilder();
    while (read.indexOf("\r\n\r\n") < 0) {
      int next = input.read();
      assertThat(next).as("what was read: " + read).isNotNegative();
      read.append((char) next);
    }
    var length = Pattern.compile("(?i)content-length: (\\d+)").matcher(read);
    int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
    return read + new String(input.readNBytes(bytes), StandardCharsets.US_ASCII);
  }

  /** Answers with how much it was sent. */
  private final class Counting extends HttpHandler {
    @Override
    public void service(Request request, Response response) throws IOException {
      handled.incrementAndGet();
      if (request.getRequestURI().endsWith("wait")) {
        await(awaited);
      }
      if (request.getRequestURI().endsWith("refuse")) {
        response.setStatus(413);
        response.setContentLength(0);
        return;
      }
      if (request.getRequestURI().endsWith("large")) {
        response.setContentLength(100_000);
        response.getOutputStream().write(new byte[100_000]);
        return;
      }
      String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      String answer = body.length() + " " + body.hashCode();
      response.setContentLength(answer.length());
      response.getWriter().write(answer);
    }
  }
}
