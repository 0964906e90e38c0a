package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many transactions leave nothing: no memory, no log. */
class EnduranceTest {
  private static final int TRANSACTIONS = 10_000;

  /** Less than an entry of any map or list: one object that each left would be more. */
  private static final double MAX_BYTES_PER_TRANSACTION = 20;

  @TempDir Path directory;

  @Test
  void tenThousandTransactionsLeaveNoMemoryAndNoLog() throws Exception {
    System.setProperty("petlab.forced-writes", "false"); // only what is left counts here
    TestServer server = TestServer.start(LogStore.FILE, directory);
    commit(server); // what is made once is no leak

    assertThat(leftBytes(() -> commit(server))).isLessThan(MAX_BYTES_PER_TRANSACTION);
    assertThat(TestServer.ask("ActiveTransactions")).isEqualTo(0);
    assertThat(TestServer.ask("InDoubt")).isEqualTo(0);
    try (Stream<Path> log = Files.walk(directory.resolve("log"))) {
      assertThat(log.filter(Files::isRegularFile)).isEmpty();
    }

    List<Object> leak = new ArrayList<>();
    double left =
        leftBytes(
            () -> {
              commit(server);
              for (int i = 0; i < TRANSACTIONS; i++) {
                leak.add(new byte[16]); // with its header and its place in the list 36 bytes
              }
            });
    assertThat(left).as("with a leak of %d objects", leak.size()).isGreaterThan(30);
  }

  private interface Workload {
    void run() throws Exception;
  }

  /** By how much the heap has grown, in bytes a transaction. */
  private static double leftBytes(Workload transactions) throws Exception {
    long before = usedBytes();
    transactions.run();
    return (usedBytes() - before) / (double) TRANSACTIONS;
  }

  private static void commit(TestServer server) throws Exception {
    for (int i = 0; i < TRANSACTIONS; i++) {
      server.commitOver(new ForgetfulResource(), new ForgetfulResource());
    }
  }

  /** The least of some collections: what is only waiting to be cleared away does not count. */
  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    return LongStream.range(0, 4)
        .map(
            each -> {
              System.gc();
              return runtime.totalMemory() - runtime.freeMemory();
            })
        .min()
        .orElseThrow();
  }
}
