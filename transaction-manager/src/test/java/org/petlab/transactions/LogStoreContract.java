package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.arjuna.AtomicAction;
import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.coordinator.ActionStatus;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import com.arjuna.ats.arjuna.recovery.ActionStatusService;
import jakarta.transaction.RollbackException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every log store does; each has a class of its own, because a JVM has one store in its life.
 */
abstract class LogStoreContract {
  @TempDir Path directory;

  abstract LogStore store();

  /** Whether the decision to commit is written down before the resources hear of it. */
  boolean forced() {
    return true;
  }

  @Test
  void itKeepsADecisionUntilAllHaveCommitted() throws Exception {
    TestServer server = TestServer.start(store(), directory);
    List<Object> inDoubt = new ArrayList<>();
    var first = new FileResource("first", directory);
    var second = new FileResource("second", directory);
    first.atCommit(() -> inDoubt.add(TestServer.ask("InDoubt")));
    second.atCommit(() -> inDoubt.add(TestServer.ask("InDoubt")));

    server.commitOver(first, second);

    assertThat(inDoubt).containsExactly(1, 1);
    assertThat(TestServer.ask("InDoubt")).isEqualTo(0);
    assertThat(first.committed()).hasSize(1);
    assertThat(second.committed()).hasSize(1);
    aRollbackLeavesNothing(server);
    whatWasNeverLoggedReadsAsNothing();
    whatWasNeverLoggedHasRolledBack();
    theServerSaysWhatItUses();
  }

  private void aRollbackLeavesNothing(TestServer server) {
    var failing =
        new FileResource("failing", directory).failingToPrepare(XAException.XA_RBROLLBACK);
    assertThatThrownBy(() -> server.commitOver(new FileResource("other", directory), failing))
        .isInstanceOf(RollbackException.class);
    assertThat(TestServer.ask("InDoubt")).isEqualTo(0);
  }

  /** Recovery asks so for the decision on a branch that it finds, and rolls an orphan back. */
  private void whatWasNeverLoggedReadsAsNothing() throws Exception {
    String type = new AtomicAction().type();
    assertThat(StoreManager.getRecoveryStore().read_committed(new Uid(), type)).isNull();
  }

  /** Recovery asks so about a branch that this very server has prepared and never decided. */
  private void whatWasNeverLoggedHasRolledBack() {
    assertThat(new ActionStatusService().getTransactionStatus("", new Uid().stringForm()))
        .isEqualTo(ActionStatus.ABORTED);
  }

  private void theServerSaysWhatItUses() {
    assertThat(TestServer.ask("Manager")).isEqualTo("narayana");
    assertThat(TestServer.ask("Version")).isEqualTo("7.3.4.Final");
    assertThat(TestServer.ask("Store")).isEqualTo(store().settingName());
    assertThat(TestServer.ask("ForcedWrites")).isEqualTo(forced());
    assertThat(TestServer.ask("Node")).isEqualTo(TestServer.NODE);
    assertThat(TestServer.ask("StoreDirectory"))
        .isEqualTo(directory.resolve("log").resolve(store().settingName()).toString());
  }
}
