package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.enterprise.resource.ConnectorXAResource;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.petlab.transactions.faults.CrashPointException;
import org.petlab.transactions.faults.CrashPointsMXBean;

/** Each crash point, with what theory demands of the transaction that met it. */
class CrashPointsTest {
  private static final int HALTED = 99;

  @TempDir static Path shared;
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          first-prepared  | 1 prepared, 0 committed | rolled back
          second-prepared | 2 prepared, 0 committed | rolled back
          log-written     | 2 prepared, 0 committed | committed
          between-commits | 1 prepared, 1 committed | committed
          committed       | 0 prepared, 2 committed | committed
          """)
  void aServerThatHaltsThereRecovers(String point, String atTheCrash, String afterRecovery)
      throws Exception {
    var first = new FileResource("first", directory);
    var second = new FileResource("second", directory);

    assertThat(server("commit", "-Dpetlab.crash-point=" + point + ":halt")).isEqualTo(HALTED);
    assertThat(state(first, second)).isEqualTo(atTheCrash);

    assertThat(server("recover", "-Dpetlab.recovering=true")).isZero();
    assertThat(state(first, second))
        .isEqualTo(
            afterRecovery.equals("committed")
                ? "0 prepared, 2 committed"
                : "0 prepared, 0 committed");
    assertThat(log()).isEmpty();
  }

  @Test
  void aServerThatHaltsBehindItsLastAgentHasCommittedThereAndNowhereElse() throws Exception {
    var first = new FileResource("first", directory);
    String halting = "-Dpetlab.crash-point=last-agent-committed:halt";
    assertThat(server("commit-last-agent", halting)).isEqualTo(HALTED);
    assertThat(directory.resolve("agent commits")).exists();
    assertThat(first.prepared()).hasSize(1);
    assertThat(log()).isEmpty();

    assertThat(server("recover", "-Dpetlab.recovering=true")).isZero();
    assertThat(first.prepared()).isEmpty();
    assertThat(first.committed()).isEmpty();
  }

  private List<Path> log() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("log/file"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static String state(FileResource first, FileResource second) {
    return "%d prepared, %d committed"
        .formatted(
            first.prepared().size() + second.prepared().size(),
            first.committed().size() + second.committed().size());
  }

  private int server(String work, String option) throws IOException, InterruptedException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1", // too short a life to get back what optimising costs
            "-Dpetlab.faults=true",
            option,
            "-cp",
            System.getProperty("java.class.path"),
            CrashingServer.class.getName(),
            work,
            directory.toString())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(work + ".log").toFile())
        .start()
        .waitFor();
  }

  @Test
  void aRunningServerCanBeArmed() throws Exception {
    System.setProperty("petlab.faults", "true");
    TestServer server = TestServer.start(LogStore.FILE, shared);
    CrashPointsMXBean points =
        JMX.newMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(),
            new ObjectName(CrashPointsMXBean.NAME),
            CrashPointsMXBean.class);

    points.arm("second-prepared:throw:2");
    assertThatCode(() -> commit(server, "untouched")).doesNotThrowAnyException();
    assertThatThrownBy(() -> commit(server, "thrown")).isInstanceOf(RollbackException.class);
    assertThatCode(() -> commit(server, "once only")).doesNotThrowAnyException();
    assertThat(points.getTriggered()).isEqualTo(1);
    assertThat(points.getArmed()).isEmpty();
    assertThat(points.getHits()).containsEntry("second-prepared", 3L);

    points.arm("committed:throw");
    assertThatThrownBy(() -> commit(server, "told late")).isInstanceOf(CrashPointException.class);

    points.arm("between-commits:delay:1:300");
    long begin = System.nanoTime();
    commit(server, "slow");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(300));

    points.arm("first-prepared:throw");
    points.disarm();
    commit(server, "disarmed");

    points.arm("log-written:throw");
    Path unreachable = commit(server, "unreachable");
    var first = new FileResource("first", unreachable);
    assertThat(first.prepared()).hasSize(1);
    server.delegate.registerRecoveryResourceHandler(first);
    server.delegate.recoverIncompleteTx(false, null, null);
    assertThat(first.committed()).hasSize(1);

    List<String> events = new ArrayList<>();
    points.arm("last-agent-committed:throw");
    server.transactions.begin();
    server.enlistWithoutXa(new ConnectorXAResource(events::add));
    server.transactions.commit();
    assertThat(points.getHits()).containsEntry("last-agent-committed", 0L); // it came alone
    server.transactions.begin();
    server.enlistWithoutXa(new ConnectorXAResource(events::add));
    server.enlist(new FileResource("other", shared, events));
    assertThatThrownBy(server.transactions::commit).isInstanceOf(RollbackException.class);
    assertThat(events).containsSubsequence("other prepares", "agent commits", "other rolls back");
  }

  private static Path commit(TestServer server, String name) throws Exception {
    Path directory = shared.resolve(name);
    server.commitOver(new FileResource("first", directory), new FileResource("second", directory));
    return directory;
  }
}
