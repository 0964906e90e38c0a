package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many transactions leave nothing: no memory, no log. */
class EnduranceTest {
  private static final int TRANSACTIONS = 10_000;
  private static final long MAX_GROWTH_BYTES = 4_000_000;

  @TempDir Path directory;

  @Test
  void tenThousandTransactionsLeaveNoMemoryAndNoLog() throws Exception {
    System.setProperty("petlab.forced-writes", "false"); // only what is left counts here
    TestServer server = TestServer.start(LogStore.FILE, directory);
    commit(server, TRANSACTIONS / 10);
    long before = usedBytes();

    commit(server, TRANSACTIONS);

    assertThat(usedBytes() - before).isLessThan(MAX_GROWTH_BYTES);
    assertThat(TestServer.ask("ActiveTransactions")).isEqualTo(0);
    assertThat(TestServer.ask("InDoubt")).isEqualTo(0);
    try (Stream<Path> log = Files.walk(directory.resolve("log"))) {
      assertThat(log.filter(Files::isRegularFile)).isEmpty();
    }
  }

  private static void commit(TestServer server, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      XAResource first = new ForgetfulResource();
      server.commitOver(first, new ForgetfulResource());
    }
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
