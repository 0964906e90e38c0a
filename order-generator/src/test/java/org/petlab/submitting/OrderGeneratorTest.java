package org.petlab.submitting;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as the lab starts it, against a real HTTP server; the broker's part is the bed's. */
@Timeout(60)
class OrderGeneratorTest {
  private static final long MS = 1_000_000L;

  @TempDir Path folder;
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private final AtomicInteger unavailable = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile CountDownLatch stalled = new CountDownLatch(0);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer service;
  private Process program;

  @BeforeEach
  void open() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    service.setExecutor(threads);
    service.createContext("/opc/services/order-submission", this::answer);
    service.start();
    Files.writeString(folder.resolve("mails.csv"), "wall_ns,order_id,kind,message_id\n");
    Files.writeString(
        folder.resolve("document.xml"),
        "<PurchaseOrder><orderId>{order}</orderId><placedAt>{placed_at}</placedAt></PurchaseOrder>");
  }

  @AfterEach
  void close() throws InterruptedException {
    if (program != null) {
      program.destroyForcibly().waitFor();
    }
    service.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    waiting.incrementAndGet();
    awaitEndOfStall();
    waiting.decrementAndGet();
    assertThat(exchange.getRequestHeaders().getFirst("Authorization"))
        .isEqualTo("Basic Zm9yZWlnbi1jbGllbnQ6c2VjcmV0");
    String order = message.replaceAll("(?s).*<orderId>(.*)</orderId>.*", "$1");
    boolean taken = unavailable.getAndDecrement() <= 0;
    String answer =
        taken
            ? "<Receipt><documentId>" + order + "</documentId></Receipt>"
            : "<Refusal><code>UNAVAILABLE</code></Refusal>";
    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(taken ? 200 : 500, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
    received.add(message);
  }

  private void awaitEndOfStall() {
    try {
      stalled.await();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void mail(String orderId, String kind) throws IOException {
    Files.writeString(
        folder.resolve("mails.csv"),
        "1,%s,%s,m\n".formatted(orderId, kind),
        StandardOpenOption.APPEND);
  }

  @Test
  void anOrderIsFollowedByTheNextWhenItsCompletionIsMailedAndNotBefore() throws Exception {
    plan(Map.of("at_once", "2", "closed", "true"));
    orders(IntStream.range(0, 10).mapToObj(i -> 0L).toList(), 0);
    begin();
    assertThat(orderIds(2)).containsExactlyInAnyOrder("F-0", "F-1");
    mail("F-1", "approved");
    mail("F-9", "completed");
    assertThat(received.poll(300, TimeUnit.MILLISECONDS)).isNull();
    mail("F-1", "completed");
    assertThat(orderIds(1)).containsExactly("F-2");
    // In two parts, as a reader may see it.
    Files.writeString(folder.resolve("mails.csv"), "1,F-0,compl", StandardOpenOption.APPEND);
    assertThat(received.poll(100, TimeUnit.MILLISECONDS)).isNull();
    Files.writeString(folder.resolve("mails.csv"), "eted,m\n", StandardOpenOption.APPEND);
    assertThat(orderIds(1)).containsExactly("F-3");
    assertThat(end()).isZero();

    assertThat(lines("requests.out")).hasSize(4).allMatch(line -> line.split(",")[5].equals("200"));
    assertThat(lines("answers.csv"))
        .hasSize(4)
        .allMatch(line -> line.matches("\\d{19},\\d{19},customer\\d,confirmed,F-[0-3]"));
    assertThat(Files.readString(folder.resolve("summary.json")))
        .contains("\"sessions_blocked\": 0", "\"requests_sent\": 4", "\"requests_ended\": 4");
  }

  @Test
  void whereOrdersFailAtOnceASenderRestsInsteadOfUsingUpThePlan() throws Exception {
    plan(Map.of("at_once", "1", "closed", "true"));
    orders(IntStream.range(0, 1_000).mapToObj(i -> 0L).toList(), 0);
    unavailable.set(1_000);
    begin();
    orderIds(6);
    assertThat(end()).isZero();

    List<String> requests = lines("requests.out");
    assertThat(requests).hasSizeGreaterThan(4);
    for (int next = 1; next < requests.size(); next++) {
      long endBefore = Long.parseLong(requests.get(next - 1).split(",")[4]);
      long sent = Long.parseLong(requests.get(next).split(",")[3]);
      assertThat(sent - endBefore).isGreaterThanOrEqualTo(100 * MS);
    }
  }

  @Test
  void theDocumentSaysWhenItWasSubmitted() throws Exception {
    plan(Map.of("at_once", "1", "closed", "true"));
    orders(List.of(0L, 0L), 0);
    begin();
    String message = received.take();
    assertThat(end()).isZero();

    String placed = message.replaceAll("(?s).*<placedAt>(.*)</placedAt>.*", "$1");
    Instant instant = Instant.parse(placed);
    long sentNs = Long.parseLong(lines("answers.csv").getFirst().split(",")[0]);
    assertThat(instant.getEpochSecond() * 1_000_000_000L + instant.getNano()).isEqualTo(sentNs);
    assertThat(message).startsWith("<s:Envelope").endsWith("</s:Body></s:Envelope>");
  }

  @Test
  void ordersThatAreDueWaitForNone() throws Exception {
    plan(Map.of("at_once", "8", "closed", "false"));
    orders(IntStream.range(0, 20).mapToObj(i -> i * 20 * MS).toList(), 0);
    begin();
    orderIds(20);
    assertThat(end()).isZero();

    long begun = Long.parseLong(lines("begun").getFirst());
    for (String line : lines("requests.out")) {
      String[] cells = line.split(",");
      assertThat(Long.parseLong(cells[2])).isEqualTo(begun + Long.parseLong(cells[0]) * 20 * MS);
      assertThat(Long.parseLong(cells[3])).isGreaterThanOrEqualTo(Long.parseLong(cells[2]));
    }
    assertThat(Files.readString(folder.resolve("summary.json")))
        .contains("\"sessions_due\": 20", "\"sessions_started\": 20");
  }

  @Test
  void anOrderThatIsDueAtOnceIsNotBlockedByThreadsThatAreNotThereYet() throws Exception {
    plan(Map.of("at_once", "1", "closed", "false"));
    orders(List.of(0L, 60_000 * MS), 0);
    begin();
    orderIds(1);
    assertThat(end()).isZero();
    assertThat(Files.readString(folder.resolve("summary.json")))
        .contains("\"sessions_started\": 1", "\"sessions_blocked\": 0");
  }

  @Test
  void whatWasDueBeforeItIsEndedIsStillSubmittedAndAnswered() throws Exception {
    plan(Map.of("at_once", "1", "closed", "false"));
    // Five are due at once, for one sender; the sixth after the end.
    orders(List.of(0L, 0L, 0L, 0L, 0L, 60_000 * MS), 0);
    stalled = new CountDownLatch(1);
    begin();
    while (stalled.getCount() > 0 && waiting.get() == 0) {
      Thread.sleep(5);
    }
    program.destroy();
    stalled.countDown();
    assertThat(end()).isZero();

    assertThat(lines("requests.out")).hasSize(5).allMatch(line -> line.split(",")[5].equals("200"));
    assertThat(Files.readString(folder.resolve("summary.json")))
        .contains("\"sessions_blocked\": ", "\"requests_unanswered\": 0");
  }

  @Test
  void whatIsNotAnsweredInTimeIsCountedAndWhoWaitedWasBlocked() throws Exception {
    plan(Map.of("at_once", "1", "closed", "false"));
    orders(List.of(500 * MS, 5_000 * MS, 5_000 * MS, 60_000 * MS), 0);
    begin();
    orderIds(1);
    stalled = new CountDownLatch(1);
    while (waiting.get() == 0) {
      Thread.sleep(5);
    }
    assertThat(end()).isZero();

    assertThat(Files.readString(folder.resolve("summary.json")))
        .contains("\"sessions_blocked\": 1", "\"requests_unanswered\": 2");
  }

  @Test
  void aSenderThinksWhenItsOrderIsComplete() throws Exception {
    plan(Map.of("at_once", "1", "closed", "true"));
    orders(List.of(0L, 0L, 0L), 150 * MS);
    begin();
    orderIds(1);
    mail("F-0", "completed");
    orderIds(1);
    assertThat(end()).isZero();

    List<String> requests = lines("requests.out");
    long firstEnd = Long.parseLong(requests.get(0).split(",")[4]);
    long nextIntended = Long.parseLong(requests.get(1).split(",")[2]);
    assertThat(nextIntended - firstEnd).isGreaterThanOrEqualTo(150 * MS);
  }

  @Test
  void whatIsNotTakenIsUnsettledAndIsNotWaitedFor() throws Exception {
    unavailable.set(1);
    plan(Map.of("at_once", "1", "closed", "true"));
    orders(List.of(0L, 0L), 0);
    begin();
    assertThat(orderIds(2)).containsExactly("F-0", "F-1");
    assertThat(end()).isZero();

    assertThat(lines("answers.csv").getFirst()).endsWith(",customer0,unsettled,F-0");
    assertThat(lines("requests.out").getFirst().split(",")[5]).isEqualTo("500");
  }

  @Test
  void tooFewOrdersAreAnError() throws Exception {
    plan(Map.of("at_once", "1", "closed", "true"));
    orders(List.of(0L), 0);
    begin();
    orderIds(1);
    mail("F-0", "completed");

    assertThat(program.waitFor()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("log")))
        .contains("order-generator: error: orders.csv: expected more than 1 orders");
  }

  @Test
  void withoutTheRecordOfTheMailsItEndsAndSaysSo() throws Exception {
    Files.delete(folder.resolve("mails.csv"));
    plan(Map.of("at_once", "1", "closed", "true"));
    orders(List.of(0L, 0L), 0);
    begin();

    assertThat(program.waitFor()).isEqualTo(1);
    assertThat(lines("log"))
        .containsExactly("order-generator: error: the record of the mails cannot be read");
  }

  @Test
  void withoutABrokerItEndsAndSaysSo() throws Exception {
    plan(Map.of("at_once", "1", "closed", "true", "entrances", "jms"));
    orders(List.of(0L), 0);
    begin();

    assertThat(program.waitFor()).isEqualTo(1);
    assertThat(lines("log").getLast())
        .startsWith("order-generator: error: the broker cannot be reached: ");
    assertThat(folder.resolve("begun")).doesNotExist();
  }

  @Test
  void whatIsNoPlanIsToldInOneLine() throws Exception {
    plan(Map.of("at_once", "0", "closed", "true"));
    orders(List.of(0L), 0);
    begin();

    assertThat(program.waitFor()).isEqualTo(2);
    assertThat(lines("log"))
        .containsExactly(
            "order-generator: error: plan.properties: at_once: expected a whole number of at least"
                + " 1, got 0");
  }

  private void plan(Map<String, String> further) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("entrances=soap\nuser=foreign-client\npassword=secret\nduration_ms=60000\n");
    text.append("answers_timeout_ms=2000\n");
    text.append(
        "service=http://127.0.0.1:%d/opc/services/order-submission\n"
            .formatted(service.getAddress().getPort()));
    text.append("broker=tcp://127.0.0.1:9\ncompletion=completed\n");
    text.append("mails=").append(folder.resolve("mails.csv")).append('\n');
    further.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    Files.writeString(folder.resolve("plan.properties"), text);
  }

  private void orders(List<Long> due, long thinkNs) throws IOException {
    StringBuilder text = new StringBuilder("due_ns,think_ns,order,customer\n");
    for (int i = 0; i < due.size(); i++) {
      text.append("%d,%d,F-%d,customer%d\n".formatted(due.get(i), thinkNs, i, i));
    }
    Files.writeString(folder.resolve("orders.csv"), text);
  }

  private void begin() throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            OrderGenerator.class.getName(),
            folder.toString());
    program =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
  }

  private List<String> orderIds(int count) throws InterruptedException {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String message = received.poll(30, TimeUnit.SECONDS);
      assertThat(message).as("order " + i + " of " + count).isNotNull();
      ids.add(message.replaceAll("(?s).*<orderId>(.*)</orderId>.*", "$1"));
    }
    return ids;
  }

  private int end() throws InterruptedException {
    program.destroy();
    assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return program.exitValue();
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve(file));
  }
}
