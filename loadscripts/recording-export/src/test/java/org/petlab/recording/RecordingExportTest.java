package org.petlab.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingExportTest {

  @TempDir Path folder;

  @Test
  void everyEventBecomesALineOfItsTable() throws IOException {
    Path recording = recordOneOfEach();

    int exit = export(recording);

    assertThat(exit).isZero();
    assertThat(lines("points.csv"))
        .containsExactly(
            "wall_ns,jvm,point,order_id,phase", "17,server,order-received,10001,measure");
    assertThat(lines("calls.csv").get(0))
        .isEqualTo(
            "begin_ns,duration_ns,jvm,transition,delegate,order_id,document_id,phase,outcome,cpu_ns");
    assertThat(lines("calls.csv").get(1))
        .matches("18,\\d+,server,supplier-order,soap,10001,SO-10001,measure,returned,8");
    assertThat(lines("steps.csv").get(1))
        .matches("19,\\d+,5,6,7,server,supplying,10001,\"a,\"\"b\",2,measure,committed,9");
  }

  @Test
  void whatARequestDoesNotKnowStaysEmpty() throws IOException {
    export(recordOneOfEach());

    List<String> requests = lines("service_requests.csv");
    assertThat(requests.get(0))
        .isEqualTo("begin_ns,duration_ns,cpu_ns,jvm,entrance,order_id,phase,outcome");
    assertThat(requests.get(1)).matches("20,\\d+,10,server,checkout,10001,measure,answered");
    assertThat(requests.get(2)).matches("21,\\d+,,server,invoice,,drain,failed");
    assertThat(requests).hasSize(3);
  }

  @Test
  void collectionsAndPausesCarryTheWallClock() throws IOException {
    long beforeNs = EpochNanos.of(Instant.now()) - 1_000_000_000L;

    export(recordOneOfEach());

    List<String> collections = lines("collections.csv");
    assertThat(collections).hasSizeGreaterThan(1);
    String[] collection = collections.get(1).split(",");
    assertThat(Long.parseLong(collection[0])).isGreaterThan(beforeNs);
    assertThat(collection[4]).isEqualTo("System.gc()");
    assertThat(Long.parseLong(collection[6])).isPositive();
    assertThat(lines("pauses.csv")).hasSizeGreaterThan(1);
  }

  @Test
  void allocationIsReadAtBothEndsOfTheWindow() throws IOException {
    export(recordOneOfEach());

    String[] allocation = lines("allocation.csv").get(1).split(",");
    assertThat(allocation[0]).isEqualTo("server");
    assertThat(Long.parseLong(allocation[2])).isGreaterThan(Long.parseLong(allocation[1]));
  }

  @Test
  void whatAStepAllocatesIsItsAndTheRestIsItsPoolsOfThreads() throws Exception {
    export(recordAllocation());

    List<String> profile = lines("profile.csv");
    assertThat(profile.get(0)).isEqualTo("jvm,kind,activity,path,layer,leaf,samples,amount");
    assertThat(megabytes(profile, "server,allocation,step approving,")).isBetween(60L, 68L);
    assertThat(megabytes(profile, "server,allocation,pool-#,")).isBetween(14L, 18L);
    assertThat(profile)
        .anyMatch(
            line ->
                line.startsWith("server,allocation,step approving,")
                    && line.contains("RecordingExportTest,Petlab,RecordingExportTest.allocate,"));
  }

  @Test
  void whatAPageAllocatesIsItsButForTheRequestWithinIt() throws Exception {
    Path file = folder.resolve("page.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ObjectAllocationSample").with("throttle", "off");
      recording.start();
      Thread.ofPlatform().start(RecordingExportTest::orderOnAPage).join();
      recording.stop();
      recording.dump(file);
    }
    export(file);
    List<String> profile = lines("profile.csv");
    assertThat(megabytes(profile, "server,allocation,page /storefront/order,")).isBetween(28L, 34L);
    assertThat(megabytes(profile, "server,allocation,request checkout,")).isBetween(62L, 66L);
  }

  /** 16 MB before the request, 64 MB in it, and 16 MB after it. */
  private static void orderOnAPage() {
    SamplePageEvent page = new SamplePageEvent();
    page.page = "/storefront/order";
    page.begin();
    allocate(16);
    SampleRequestEvent request = new SampleRequestEvent();
    request.entrance = "checkout";
    request.begin();
    allocate(64);
    request.commit();
    allocate(16);
    page.commit();
  }

  @Test
  void whatAStepWaitsForIsToldByLayerAndWhatAPoolWaitsForIsNot() throws Exception {
    Path file = folder.resolve("waits.jfr");
    try (ExecutorService pool = Executors.newSingleThreadExecutor();
        ServerSocket other = new ServerSocket(0, 1, null);
        Recording recording = new Recording()) {
      for (String event : List.of("SocketRead", "ThreadPark", "FileForce")) {
        recording.enable("jdk." + event).withThreshold(Duration.ZERO);
      }
      recording.start();
      Thread.ofPlatform().start(() -> answer(other));
      pool.submit(() -> waitInAStep(other.getLocalPort())).get();
      Thread.sleep(50); // the pool waits for work
      recording.stop();
      recording.dump(file);
    }
    export(file);
    List<String> profile = lines("profile.csv");
    assertThat(profile).filteredOn(line -> !line.contains("step approving")).hasSize(1); // headings
    assertThat(amount(profile, "server,answer,step approving,")).isEqualTo(1);
    assertThat(amount(profile, "server,force,step approving,")).isEqualTo(2);
    assertThat(amount(profile, "server,wait,step approving,")).isGreaterThan(500_000_000L);
    assertThat(amount(profile, "server,lock,step approving,")).isZero();
  }

  /** A socket's answer after 400 ms, two forced writes, and as long for nothing. */
  private Void waitInAStep(int port) throws IOException {
    SampleStepEvent step = new SampleStepEvent();
    step.begin();
    step.step = "approving";
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve("forced"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write(1); // the other side's 400 ms begin when it has read it
      assertThat(socket.getInputStream().read()).isEqualTo(7);
      channel.force(true);
      channel.force(false);
      LockSupport.parkNanos(400_000_000L);
    }
    step.commit();
    return null;
  }

  private static void answer(ServerSocket here) {
    try (Socket socket = here.accept()) {
      socket.getInputStream().read();
      Thread.sleep(400); // much longer than a busy machine takes between writing and reading
      socket.getOutputStream().write(7);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long amount(List<String> profile, String of) {
    return profile.stream()
        .filter(line -> line.startsWith(of))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(',') + 1)))
        .sum();
  }

  @Test
  void aSampleOutsideOfTheWindowCountsForNothing() throws Exception {
    Path recording = recordAllocation();

    RecordingExport.run(folder.toString(), "0-1", "server=" + recording);

    assertThat(lines("profile.csv")).containsExactly(Profile.HEADER);
  }

  @Test
  void aClassIsOfItsLayerAndTheJdkOfItsCallers() {
    assertThat(Layers.of("org.petlab.opc.Approver")).isEqualTo("Petlab");
    assertThat(Layers.of("org.petlab.opc.Approver$Proxy$_$$_WeldSubclass")).isEqualTo("CDI");
    assertThat(Layers.of("org.petlab.transactions.Journal")).isEqualTo("transaction manager");
    assertThat(Layers.of("com.sun.xml.ws.server.Invoker")).isEqualTo("SOAP");
    assertThat(Layers.of("com.sun.xml.bind.v2.Unmarshaller")).isEqualTo("XML");
    assertThat(Layers.of("com.sun.enterprise.resource.Pool")).isEqualTo("connection pools");
    assertThat(Layers.of("com.sun.enterprise.web.Container")).isEqualTo("server");
    assertThat(Layers.of("java.util.HashMap")).isEqualTo(Layers.CALLER);
    assertThat(Layers.of("com.sun.crypto.provider.Cipher")).isEqualTo(Layers.CALLER);
    assertThat(Layers.of("com.example.Thing")).isEqualTo("other libraries");
    assertThat(Layers.simpleName("org.petlab.opc.Approver$1")).isEqualTo("Approver");
    assertThat(Layers.simpleName("org.petlab.opc.Approver$$Lambda.0x1b2")).isEqualTo("Approver");
  }

  private Path recordAllocation() throws IOException, InterruptedException {
    Path file = folder.resolve("allocating.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ObjectAllocationSample").with("throttle", "off");
      recording.start();
      // The first sample of a thread stands for all that it allocated before, too.
      Thread.ofPlatform().start(RecordingExportTest::approve).join();
      Thread.ofPlatform().name("pool-7").start(() -> allocate(16)).join();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static void approve() {
    SampleStepEvent step = new SampleStepEvent();
    step.step = "approving";
    step.begin();
    allocate(64);
    step.commit();
  }

  /** Megabytes in pieces of 8 kB; the sum keeps them from being optimised away. */
  private static int allocate(int megabytes) {
    int sum = 0;
    for (int made = 0; made < megabytes << 7; made++) {
      sum += new byte[1 << 13].length;
    }
    return sum;
  }

  private static long megabytes(List<String> profile, String of) {
    return profile.stream()
            .filter(line -> line.startsWith(of))
            .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(',') + 1)))
            .sum()
        >> 20;
  }

  @Test
  void theSummaryCountsRowsAndLosses() throws IOException {
    Path recording = recordOneOfEach();
    PrintStream screen = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      export(recording);
    } finally {
      System.setOut(screen);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .startsWith("{\"points\": 1, \"calls\": 1, \"steps\": 1, \"service_requests\": 2, ")
        .contains("\"data_loss\": 0}");
  }

  @Test
  void aWrongCommandLineIsSaidAndExitsWithTwo() {
    assertThat(RecordingExport.run()).isEqualTo(2);
    assertThat(RecordingExport.run(folder.toString(), "now", "server=x.jfr")).isEqualTo(2);
    assertThat(RecordingExport.run(folder.toString(), "1-2", "server=x.jfr")).isEqualTo(2);
  }

  @Test
  void aBrokenRecordingIsSaidAndExitsWithOne() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.jfr"), "this is no recording");

    assertThat(RecordingExport.run(folder.toString(), "1-2", "server=" + broken)).isEqualTo(1);
  }

  private int export(Path recording) {
    return RecordingExport.run(folder.toString(), "0-" + Long.MAX_VALUE, "server=" + recording);
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve(file));
  }

  private Path recordOneOfEach() throws IOException {
    Path file = folder.resolve("server.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.GarbageCollection");
      recording.enable("jdk.GCPhasePause");
      recording.enable("jdk.ThreadAllocationStatistics").with("period", "everyChunk");
      recording.start();
      point();
      call();
      step();
      request(20, 10, "checkout", "10001", "measure", "answered");
      request(21, -1, "invoice", null, "drain", "failed");
      System.gc();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static void point() {
    SamplePointEvent point = new SamplePointEvent();
    point.wallNanos = 17;
    point.point = "order-received";
    point.orderId = "10001";
    point.phase = "measure";
    point.commit();
  }

  private static void call() {
    SampleCallEvent call = new SampleCallEvent();
    call.begin();
    call.wallNanos = 18;
    call.transition = "supplier-order";
    call.delegate = "soap";
    call.orderId = "10001";
    call.documentId = "SO-10001";
    call.phase = "measure";
    call.outcome = "returned";
    call.cpuNanos = 8;
    call.commit();
  }

  private static void step() {
    SampleStepEvent step = new SampleStepEvent();
    step.begin();
    step.wallNanos = 19;
    step.workNanos = 5;
    step.commitNanos = 6;
    step.waitNanos = 7;
    step.step = "supplying";
    step.orderId = "10001";
    step.documentId = "a,\"b";
    step.deliveries = 2;
    step.phase = "measure";
    step.outcome = "committed";
    step.cpuNanos = 9;
    step.commit();
  }

  private static void request(
      long wallNanos,
      long cpuNanos,
      String entrance,
      String orderId,
      String phase,
      String outcome) {
    SampleRequestEvent request = new SampleRequestEvent();
    request.begin();
    request.wallNanos = wallNanos;
    request.cpuNanos = cpuNanos;
    request.entrance = entrance;
    request.orderId = orderId;
    request.phase = phase;
    request.outcome = outcome;
    request.commit();
  }

  @Name("petlab.Point")
  @StackTrace(false)
  static class SamplePointEvent extends Event {
    long wallNanos;
    String point;
    String orderId;
    String phase;
  }

  @Name("petlab.Call")
  @StackTrace(false)
  static class SampleCallEvent extends Event {
    long wallNanos;
    String transition;
    String delegate;
    String orderId;
    String documentId;
    String phase;
    String outcome;
    long cpuNanos;
  }

  @Name("petlab.Step")
  @StackTrace(false)
  static class SampleStepEvent extends Event {
    long wallNanos;
    long workNanos;
    long commitNanos;
    long waitNanos;
    String step;
    String orderId;
    String documentId;
    int deliveries;
    String phase;
    String outcome;
    long cpuNanos;
  }

  @Name("petlab.Page")
  @StackTrace(false)
  static class SamplePageEvent extends Event {
    String page;
  }

  @Name("petlab.Request")
  @StackTrace(false)
  static class SampleRequestEvent extends Event {
    long wallNanos;
    long cpuNanos;
    String entrance;
    String orderId;
    String phase;
    String outcome;
  }
}
