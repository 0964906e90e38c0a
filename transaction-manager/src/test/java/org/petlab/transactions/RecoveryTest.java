package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import java.nio.file.Path;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A resource goes away between its two phases and comes back. */
class RecoveryTest {
  @TempDir Path directory;

  @Test
  void aResourceThatDiedBetweenPrepareAndCommitCommitsWhenItIsBack() throws Exception {
    System.setProperty("petlab.recovery-period", "3");
    TestServer server = TestServer.start(LogStore.FILE, directory);
    var first = new FileResource("first", directory);
    var second = new FileResource("second", directory).failingToCommit(XAException.XAER_RMFAIL);

    server.commitOver(first, second);
    assertThat(first.committed()).hasSize(1);
    assertThat(second.prepared()).hasSize(1);
    assertThat(TestServer.ask("InDoubt")).isEqualTo(1);
    assertThat(recoveryPropertyManager.getRecoveryEnvironmentBean().getPeriodicRecoveryPeriod())
        .isEqualTo(3);

    var back = new FileResource("second", directory);
    back.setDown(true);
    server.delegate.registerRecoveryResourceHandler(back);
    server.delegate.recoverIncompleteTx(false, null, null);
    assertThat(TestServer.ask("InDoubt")).as("while it is down").isEqualTo(1);

    back.setDown(false);
    server.delegate.recoverIncompleteTx(false, null, null);
    assertThat(back.prepared()).isEmpty();
    assertThat(back.committed()).hasSize(1);
    assertThat(TestServer.ask("InDoubt")).isEqualTo(0);
  }
}
