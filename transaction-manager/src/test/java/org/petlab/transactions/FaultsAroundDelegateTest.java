package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.petlab.transactions.faults.CrashPoints;

/**
 * The crash points around a delegate that knows nothing of them: Narayana's, loaded without faults.
 * Payara's own runs in its server only, and meets them in deploy/tests/test_stalled_broker.py.
 */
class FaultsAroundDelegateTest {
  @TempDir Path directory;
  private final CrashPoints points = new CrashPoints();
  private final JavaEETransactionManagerSimplified server =
      new JavaEETransactionManagerSimplified();

  @BeforeEach
  void putFaultsAround() {
    NarayanaDelegate unaware = TestServer.start(LogStore.FILE, directory).delegate;
    unaware.setTransactionManager(server);
    JavaEETransactionManagerDelegate watched = points.around(unaware, server);
    server.setDelegate(unaware);
    server.setDelegate(watched);
    server.postConstruct();
    assertThat(server.isDelegate(watched)).isTrue();
  }

  @Test
  void itsTransactionsPassTheCrashPoints() throws Exception {
    server.begin();
    enlist("alone"); // one phase, so no point
    server.commit();
    commit("first");
    assertThat(points.getHits())
        .isEqualTo(
            Map.of(
                "received", 0L,
                "worked", 0L,
                "sent", 0L,
                "first-prepared", 1L,
                "second-prepared", 1L,
                "last-agent-committed", 0L,
                "log-written", 1L,
                "between-commits", 1L,
                "committed", 1L));

    points.arm("second-prepared:throw");
    assertThatThrownBy(() -> commit("second")).isInstanceOf(RollbackException.class);

    points.arm("log-written:throw");
    server.begin();
    enlist("third-a");
    Transaction suspended = server.suspend();
    server.resume(suspended);
    server.rollback();
    assertThat(points.getHits()).containsEntry("log-written", 0L);
  }

  private void commit(String name) throws Exception {
    server.begin();
    enlist(name + "-a");
    enlist(name + "-b");
    server.commit();
  }

  private void enlist(String name) throws Exception {
    var resource = new PooledResource(new FileResource(name, directory), true);
    server.enlistResource(server.getTransaction(), resource);
  }
}
