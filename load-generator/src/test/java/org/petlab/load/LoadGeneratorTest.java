package org.petlab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.load.StallingStore.Received;

/** The program as the lab starts it, against a real server. */
@Timeout(120)
class LoadGeneratorTest {
  private static final long MS = 1_000_000L;
  private static final int ANSWERS_TIMEOUT_MS = 1_000;
  private static final String PASSWORD = "changeit";

  @TempDir Path folder;
  private StallingStore store;
  private Process program;

  /** A line of requests.out. */
  private record Line(
      int session, int index, long intended, long sent, long end, int status, long bytes) {
    static Line of(String text) {
      String[] cells = text.split(",");
      return new Line(
          Integer.parseInt(cells[0]),
          Integer.parseInt(cells[1]),
          Long.parseLong(cells[2]),
          Long.parseLong(cells[3]),
          Long.parseLong(cells[4]),
          Integer.parseInt(cells[5]),
          Long.parseLong(cells[6]));
    }

    long fromDueMs() {
      return (end - intended) / MS;
    }
  }

  @BeforeEach
  void open() throws IOException {
    store = new StallingStore();
  }

  @AfterEach
  void close() throws InterruptedException {
    if (program != null) {
      program.destroyForcibly().waitFor();
    }
    store.close();
  }

  @Test
  void eachSessionGoesThroughTheRequestsWithItsOwnCookieItsValuesAndItsThinkTimes()
      throws Exception {
    plan(
        100,
        get("/item?id={item}"),
        post("/cart", "item={item}"),
        post("/order", "user={customer}"));
    sessions(List.of(0L, 20 * MS, 40 * MS), 100 * MS, 50 * MS);
    begin();
    awaitEnded(9);
    assertThat(end()).isZero();

    Map<String, List<Received>> visits = new TreeMap<>();
    store.received.stream()
        .filter(each -> each.cookie() != null)
        .forEach(each -> visits.computeIfAbsent(each.cookie(), c -> new ArrayList<>()).add(each));
    assertThat(visits).hasSize(3);
    Set<String> customers = new HashSet<>();
    for (List<Received> visit : visits.values()) {
      String who = visit.get(1).form().substring("user=customer".length());
      customers.add(who);
      assertThat(visit).extracting(Received::path).containsExactly("/cart", "/order");
      assertThat(visit.getFirst().form()).isEqualTo("item=EST-" + who);
    }
    assertThat(customers).containsExactlyInAnyOrder("0", "1", "2");
    Map<Integer, List<Line>> bySession = new TreeMap<>();
    lines().forEach(l -> bySession.computeIfAbsent(l.session(), s -> new ArrayList<>()).add(l));
    for (List<Line> visit : bySession.values()) {
      assertThat(visit.get(1).intended() - visit.get(0).end()).isEqualTo(100 * MS);
      assertThat(visit.get(2).intended() - visit.get(1).end()).isEqualTo(50 * MS);
      assertThat(visit).extracting(Line::status).containsOnly(200);
      assertThat(visit).allMatch(l -> l.intended() <= l.sent() && l.sent() <= l.end());
      assertThat(visit.getFirst().bytes()).isEqualTo("a page".length());
    }
    assertThat(Files.readAllLines(folder.resolve("answers.csv")))
        .hasSize(3)
        .allMatch(answer -> answer.matches("\\d{19},\\d{19},customer[012],confirmed,10007"));
  }

  @Test
  void sessionsComeWhenTheyAreDueAndAreAsScatteredAsTheirSchedule() throws Exception {
    // A seeded Poisson process of 100 per second for 4 s.
    Random chance = new Random(7);
    List<Long> due = new ArrayList<>();
    for (double at = 0; at < 4e9; at -= 1e7 * Math.log(1 - chance.nextDouble())) {
      due.add((long) at);
    }
    plan(400, get("/"));
    sessions(due);
    begin();
    awaitEnded(due.size());
    assertThat(end()).isZero();

    List<Line> lines = lines().sorted(Comparator.comparingInt(Line::session)).toList();
    long begun = Long.parseLong(Files.readString(folder.resolve("begun")).strip());
    int[] counts = new int[40];
    for (Line line : lines) {
      assertThat(line.intended()).isEqualTo(begun + due.get(line.session()));
      counts[(int) Math.min(39, (line.intended() - begun) / (100 * MS))]++;
    }
    double mean = lines.size() / 40.0;
    double variance =
        Stream.of(counts)
                .flatMapToInt(java.util.Arrays::stream)
                .mapToDouble(c -> (c - mean) * (c - mean))
                .sum()
            / 39;
    // One, with a standard deviation of sqrt(2 / 39) = 0.23.
    assertThat(variance / mean).isCloseTo(1, within(0.69));
    assertThat(summary().getInteger("sessions_blocked")).isZero();
    assertThat(summary().getInteger("sessions_due")).isEqualTo(due.size());
    assertThat(summary().getInteger("sessions_started")).isEqualTo(due.size());
  }

  @Test
  void aStallOfOneSecondIsInTheTimesOfAllWhoWereDueMeanwhile() throws Exception {
    List<Long> due = Stream.iterate(0L, at -> at + 10 * MS).limit(300).toList();
    plan(400, get("/"));
    sessions(due);
    begin();
    awaitFile("begun");
    long from = System.nanoTime() + 1_000 * MS;
    long fromWall = System.currentTimeMillis() * MS + 1_000 * MS;
    store.stall(from, from + 1_000 * MS);
    awaitEnded(300);
    assertThat(end()).isZero();

    assertThat(lines()).hasSize(300);
    // One each 10 ms, less 50 ms at both ends, as the two clocks are read one after the other.
    List<Line> meanwhile =
        lines()
            .filter(line -> line.intended() >= fromWall + 50 * MS)
            .filter(line -> line.intended() < fromWall + 950 * MS)
            .toList();
    assertThat(meanwhile).hasSize(90);
    assertThat(meanwhile).allMatch(line -> line.end() > fromWall + 950 * MS);
    assertThat(meanwhile).anyMatch(line -> line.fromDueMs() >= 900);
    assertThat(summary().getInteger("sessions_blocked")).isZero();
  }

  @Test
  void whoFindsAllSessionsTakenIsCountedAndItsTimeCountsFromWhenItWasDue() throws Exception {
    plan(2, get("/"));
    long due = 100 * MS;
    sessions(List.of(due, due, due, due, due, due));
    long now = System.nanoTime();
    store.stall(now, Long.MAX_VALUE);
    begin();
    awaitFile("begun");
    while (store.received.size() < 2) {
      Thread.sleep(5);
    }
    long full = System.currentTimeMillis() * MS;
    store.stall(now, System.nanoTime() + 800 * MS);
    awaitEnded(6);
    assertThat(end()).isZero();

    assertThat(summary().getInteger("sessions_blocked")).isEqualTo(4);
    // However late the first two were: the others were sent when the stall was over.
    assertThat(lines().filter(line -> line.sent() > full + 500 * MS)).hasSize(4);
    long begun = Long.parseLong(Files.readString(folder.resolve("begun")).strip());
    assertThat(lines()).extracting(Line::intended).containsOnly(begun + due);
  }

  @Test
  void aPageThatIsAskedForAgainComesFromTheStoreAgain() throws Exception {
    plan(10, get("/item?id=EST-1"), get("/item?id=EST-1"));
    sessions(List.of(0L), MS);
    begin();
    awaitEnded(2);
    assertThat(end()).isZero();

    assertThat(store.received).hasSize(2);
    assertThat(lines()).extracting(Line::status).containsExactly(200, 200);
  }

  @Test
  void anErrorIsAStatusAndAServerThatIsGoneIsNone() throws Exception {
    plan(10, get("/gone"), get("/"));
    sessions(List.of(0L, 6_000 * MS), 1 * MS); // the store is gone by then
    begin();
    awaitEnded(2);
    store.close();
    awaitEnded(3);
    assertThat(end()).isZero();

    List<Line> all = lines().toList();
    assertThat(all.stream().filter(l -> l.session() == 0))
        .extracting(Line::status)
        .containsExactly(500, 200);
    assertThat(all.stream().filter(l -> l.session() == 1))
        .extracting(Line::status)
        .isNotEmpty()
        .containsOnly(0);
  }

  @Test
  void anAnswerThatBreaksOffIsNone() throws Exception {
    plan(10, get("/half-an-order"), get("/moved"), get("/nothing"), get("/order"));
    sessions(List.of(0L), MS, MS, MS);
    begin();
    awaitEnded(4);
    assertThat(end()).isZero();

    assertThat(lines()).extracting(Line::status).containsExactly(0, 302, 204, 200);
    assertThat(Files.readAllLines(folder.resolve("answers.csv"))).hasSize(1);
  }

  @Test
  void aStoreMaySpeakTls() throws Exception {
    store.close();
    store = StallingStore.encrypted(selfSigned());
    plan(10, get("/"), post("/order", "user={customer}"));
    sessions(List.of(0L, 20 * MS), MS);
    begin();
    awaitEnded(4);
    assertThat(end()).isZero();

    assertThat(lines()).extracting(Line::status).containsOnly(200);
    assertThat(store.received)
        .filteredOn(each -> each.path().equals("/order"))
        .extracting(Received::form)
        .containsExactlyInAnyOrder("user=customer0", "user=customer1");
  }

  private SSLContext selfSigned() throws Exception {
    Path file = folder.resolve("store.p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "store",
            "-keyalg",
            "EC",
            "-dname",
            "CN=127.0.0.1",
            "-storepass",
            PASSWORD,
            "-keystore",
            file.toString());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  @Test
  void whatWasDueBeforeItIsEndedIsAnsweredAndOthersComeUntilThen() throws Exception {
    plan(200, 30_000, get("/"));
    sessions(Stream.iterate(0L, at -> at + 10 * MS).limit(2000).toList());
    begin();
    awaitEnded(20);
    long stalled = System.nanoTime();
    store.stall(stalled, Long.MAX_VALUE);
    int answered = store.received.size();
    while (store.received.size() < answered + 20) {
      Thread.sleep(5);
    }
    long asked = System.currentTimeMillis() * MS;
    store.answerNewcomers(System.nanoTime());
    program.destroy();
    awaitLine(line -> line.intended() > asked + 100 * MS);
    store.stall(stalled, System.nanoTime());
    assertThat(end()).isZero();

    List<Line> before = lines().filter(line -> line.intended() < asked).toList();
    assertThat(before).extracting(Line::status).containsOnly(200);
    assertThat(before).filteredOn(line -> line.end() > asked).hasSizeGreaterThanOrEqualTo(20);
    assertThat(before).extracting(Line::session).doesNotHaveDuplicates();
    int last = before.stream().mapToInt(Line::session).max().orElseThrow();
    assertThat(before).hasSize(last + 1);
    assertThat(summary().getInteger("requests_unanswered")).isZero();
  }

  @Test
  void endedWhileTheServerIsSilentItEndsInTimeWithItsRecordsWhole() throws Exception {
    plan(100, get("/"));
    sessions(Stream.iterate(0L, at -> at + 20 * MS).limit(2000).toList());
    begin();
    awaitFile("begun");
    while (store.received.size() < 20) {
      Thread.sleep(5);
    }
    store.stall(System.nanoTime(), Long.MAX_VALUE);
    int before = store.received.size();
    while (store.received.size() < before + 20) {
      Thread.sleep(5);
    }
    long asked = System.nanoTime();
    assertThat(end()).isZero();

    assertThat(System.nanoTime() - asked).isBetween(ANSWERS_TIMEOUT_MS * MS, 5_000 * MS);
    int unanswered = summary().getInteger("requests_unanswered");
    assertThat(unanswered).isGreaterThanOrEqualTo(20);
    long whole = lines().count();
    assertThat(summary().getInteger("requests_ended").longValue()).isEqualTo(whole);
    // Who came after the end was asked waits for an answer, too, and is not missed.
    assertThat(summary().getInteger("requests_sent")).isGreaterThan((int) whole + unanswered);
    assertThat(Files.readString(folder.resolve("requests.out"))).endsWith("\n");
  }

  @Test
  void whatIsNoPlanIsToldInOneLine() throws Exception {
    plan(100, get("/"), get("/"));
    Files.writeString(folder.resolve("sessions.csv"), "due_ns,think_ns,item\n0,,EST-1\n");
    begin();

    assertThat(program.waitFor()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("log")))
        .contains("sessions.csv: line 2: expected 1 think times, got 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:8080", "ftp://127.0.0.1:21", "http://store", "http://a b:80"})
  void anAddressThatIsNoneIsToldInOneLine(String address) throws Exception {
    plan(100, get("/"));
    Path file = folder.resolve("plan.json");
    Files.writeString(file, Files.readString(file).replace(store.address(), address));
    sessions(List.of(0L));
    begin();

    assertThat(program.waitFor()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("log")))
        .contains("store: expected an address such as http://127.0.0.1:8080", "got " + address)
        .doesNotContain("Exception");
  }

  private static JsonObject get(String path) {
    return new JsonObject().put("method", "GET").put("path", path).put("form", "");
  }

  private static JsonObject post(String path, String form) {
    return new JsonObject().put("method", "POST").put("path", path).put("form", form);
  }

  private void plan(int sessionLimit, JsonObject... requests) throws IOException {
    plan(sessionLimit, ANSWERS_TIMEOUT_MS, requests);
  }

  private void plan(int sessionLimit, int answersTimeoutMs, JsonObject... requests)
      throws IOException {
    JsonObject answers =
        new JsonObject()
            .put("confirmed", "<strong id=\"order-id\">{}<")
            .put("unsettled", "<strong id=\"unsettled-order\">{}<")
            .put("refused", "Nothing was ordered");
    JsonObject plan =
        new JsonObject()
            .put("store", store.address())
            .put("session_limit", sessionLimit)
            .put("connections", sessionLimit)
            .put("duration_ms", 60_000)
            .put("answers_timeout_ms", answersTimeoutMs)
            .put("requests", new JsonArray(List.of(requests)))
            .put("answers", answers);
    Files.writeString(folder.resolve("plan.json"), plan.encode());
  }

  private void sessions(List<Long> due, long... think) throws IOException {
    StringBuilder text = new StringBuilder("due_ns,think_ns,item,customer\n");
    String thinks =
        String.join(" ", java.util.Arrays.stream(think).mapToObj(Long::toString).toList());
    for (int i = 0; i < due.size(); i++) {
      text.append("%d,%s,EST-%d,customer%d\n".formatted(due.get(i), thinks, i, i));
    }
    Files.writeString(folder.resolve("sessions.csv"), text);
  }

  private void begin() throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            LoadGenerator.class.getName(),
            folder.toString());
    program =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
  }

  private void awaitFile(String name) throws Exception {
    while (!Files.exists(folder.resolve(name))) {
      assertThat(program.isAlive()).as("the program, which has not written " + name).isTrue();
      Thread.sleep(5);
    }
  }

  private void awaitEnded(int requests) throws Exception {
    awaitFile("begun");
    while (lines().count() < requests) {
      assertThat(program.isAlive()).as("the program, which has more to play").isTrue();
      Thread.sleep(5);
    }
  }

  private void awaitLine(Predicate<Line> wanted) throws Exception {
    while (lines().noneMatch(wanted)) {
      assertThat(program.isAlive()).as("the program, which waits for answers").isTrue();
      Thread.sleep(5);
    }
  }

  private int end() throws InterruptedException {
    program.destroy();
    assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return program.exitValue();
  }

  private Stream<Line> lines() throws IOException {
    String text = Files.readString(folder.resolve("requests.out"));
    // A line that is being written is none yet.
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Line::of);
  }

  private JsonObject summary() throws IOException {
    return new JsonObject(Files.readString(folder.resolve("summary.json")));
  }
}
