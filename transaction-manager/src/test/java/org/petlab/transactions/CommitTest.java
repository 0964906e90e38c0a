package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.arjuna.coordinator.TransactionReaper;
import com.sun.enterprise.resource.ConnectorXAResource;
import com.sun.enterprise.transaction.Distributed;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Payara's transactions do when Narayana drives them. */
class CommitTest {
  @TempDir static Path directory;
  private static TestServer server;
  private static int number;

  private final List<String> events = new ArrayList<>();
  private FileResource first;
  private FileResource second;

  @BeforeAll
  static void start() {
    server = TestServer.start(LogStore.FILE, directory);
  }

  @BeforeEach
  void openResources() {
    Path own = directory.resolve("resources-" + number++);
    first = new FileResource("first", own, events);
    second = new FileResource("second", own, events);
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    assertThat(server.transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    assertThat(TestServer.ask("ActiveTransactions")).isEqualTo(0);
    assertThat(TestServer.ask("InDoubt")).isEqualTo(0);
  }

  @Test
  void twoResourcesPrepareInTheOrderOfEnlistingAndCommitInIt() throws Exception {
    server.commitOver(first, second);

    assertThat(events)
        .containsExactly(
            "first starts",
            "second starts",
            "first ends",
            "first prepares",
            "second ends",
            "second prepares",
            "first commits",
            "second commits");
  }

  @Test
  void theDecisionIsInTheLogWhenTheFirstResourceCommits() throws Exception {
    List<Object> inDoubt = new ArrayList<>();
    first.atCommit(() -> inDoubt.add(TestServer.ask("InDoubt")));

    server.commitOver(first, second);

    assertThat(inDoubt).containsExactly(1);
  }

  @Test
  void narayanaIsSeenCommittingInTheStack() throws Exception {
    List<String> stack = new ArrayList<>();
    first.atCommit(
        () ->
            Arrays.stream(Thread.currentThread().getStackTrace())
                .map(StackTraceElement::getClassName)
                .forEach(stack::add));

    server.commitOver(first, second);

    assertThat(stack)
        .containsSubsequence(
            "com.arjuna.ats.arjuna.coordinator.BasicAction",
            NarayanaDelegate.class.getName(),
            "com.sun.enterprise.transaction.JavaEETransactionManagerSimplified");
  }

  @Test
  void noOtherThreadRollsATransactionBackWhenItHasTakenLong() throws Exception {
    server.transactions.begin();
    server.enlist(first);

    assertThat(TransactionReaper.transactionReaper().numberOfTransactions()).isZero();

    server.transactions.rollback();
  }

  @Test
  void oneResourceCommitsInOnePhase() throws Exception {
    server.commitOver(first);

    assertThat(events).containsExactly("first starts", "first ends", "first commits in one phase");
  }

  @Test
  void aRollbackReachesAll() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    server.enlist(second);
    server.transactions.rollback();

    assertThat(events).contains("first rolls back", "second rolls back");
  }

  @Test
  void whatMayOnlyBeRolledBackIsNotCommitted() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    server.enlist(second);
    server.transactions.setRollbackOnly();

    assertThat(server.transactions.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    assertThatThrownBy(server.transactions::commit).isInstanceOf(RollbackException.class);
    assertThat(first.committed()).isEmpty();
  }

  @Test
  void aResourceThatFailsToPrepareTakesTheOtherBack() throws Exception {
    second.failingToPrepare(XAException.XA_RBROLLBACK);

    assertThatThrownBy(() -> server.commitOver(first, second))
        .isInstanceOf(RollbackException.class);

    assertThat(first.rolledBack()).hasSize(1);
    assertThat(first.prepared()).isEmpty();
    assertThat(second.committed()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        XAException.XAER_RMFAIL,
        XAException.XAER_RMERR,
        XAException.XAER_DUPID,
        XAException.XAER_PROTO,
        XAException.XAER_OUTSIDE,
        XAException.XA_RBROLLBACK,
        XAException.XA_RBTIMEOUT
      })
  void aResourceThatCannotStartDoomsTheTransactionAndItsCallerIsTold(int code) throws Exception {
    second.failingToStart(code);
    server.transactions.begin();
    server.enlist(first);

    assertThatThrownBy(() -> server.enlist(second)).isInstanceOf(RollbackException.class);

    assertThat(server.transactions.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    assertThatThrownBy(server.transactions::commit).isInstanceOf(RollbackException.class);
    assertThat(first.rolledBack()).hasSize(1);
    assertThat(first.prepared()).isEmpty();
  }

  @Test
  void aResourceThatCannotGoOnDoomsTheTransactionAndItsCallerIsTold() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    server.enlist(second);
    transaction().delistResource(second, XAResource.TMSUSPEND);
    second.failingToStart(XAException.XAER_RMFAIL);

    assertThatThrownBy(() -> server.enlist(second)).isInstanceOf(RollbackException.class);

    assertThat(server.transactions.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    assertThatThrownBy(server.transactions::commit).isInstanceOf(RollbackException.class);
    assertThat(first.rolledBack()).hasSize(1);
    assertThat(first.committed()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {XAException.XAER_RMFAIL, XAException.XAER_RMERR, XAException.XA_RBCOMMFAIL})
  void aResourceThatFailsToEndTakesTheOtherBack(int code) {
    second.failingToEnd(code);

    assertThatThrownBy(() -> server.commitOver(first, second))
        .isInstanceOf(RollbackException.class);

    assertThat(first.rolledBack()).hasSize(1);
    assertThat(second.rolledBack()).hasSize(1);
    assertThat(first.prepared()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {XAException.XAER_RMFAIL, XAException.XAER_RMERR, XAException.XAER_PROTO})
  void aResourceThatMayHavePreparedIsRolledBackLikeTheOther(int code) {
    second.failingToPrepare(code);

    assertThatThrownBy(() -> server.commitOver(first, second))
        .isInstanceOf(RollbackException.class);

    assertThat(first.rolledBack()).hasSize(1);
    assertThat(second.rolledBack()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {XAException.XAER_RMFAIL, XAException.XAER_NOTA})
  void aResourceThatIsLostWhenItCommitsAloneLeavesNothingToDecide(int code) {
    first.failingToCommit(code);

    assertThatThrownBy(() -> server.commitOver(first)).isInstanceOf(HeuristicMixedException.class);
  }

  @Test
  void aLastAgentThatCameFirstCommitsAfterTheOthersHavePrepared() throws Exception {
    server.transactions.begin();
    server.enlistWithoutXa(new ConnectorXAResource(events::add));
    server.enlist(first);
    server.transactions.commit();

    assertThat(events).containsSubsequence("first prepares", "agent commits", "first commits");
  }

  @Test
  void aLastAgentThatCameLastCommitsAfterTheOthersHavePrepared() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    server.enlistWithoutXa(new ConnectorXAResource(events::add));
    server.transactions.commit();

    assertThat(events).containsSubsequence("first prepares", "agent commits", "first commits");
  }

  @Test
  void aLastAgentIsRefusedWhenTheyAreNotWanted() throws Exception {
    server.delegate.setUseLAO(false);
    server.transactions.begin();
    server.enlist(first);
    try {
      assertThatThrownBy(() -> server.enlistWithoutXa(new ConnectorXAResource(events::add)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("use-last-agent-optimization");
    } finally {
      server.delegate.setUseLAO(true);
      server.transactions.rollback();
    }
  }

  @Test
  void aNewTransactionWithinAnotherEndsByItself() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    Transaction outer = server.transactions.suspend();
    assertThat(server.transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    server.commitOver(second, new FileResource("third", directory.resolve("more"), events));
    server.transactions.resume(outer);
    server.transactions.rollback();

    assertThat(second.committed()).hasSize(1);
    assertThat(first.committed()).isEmpty();
    assertThat(first.rolledBack()).hasSize(1);
  }

  @Test
  void anotherThreadCanResumeAndCommit() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    server.enlist(second);
    Transaction suspended = server.transactions.suspend();

    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    server.transactions.resume(suspended);
                    server.transactions.commit();
                  } catch (Exception e) {
                    events.add(e.toString());
                  }
                });
    other.join(Duration.ofSeconds(10));

    assertThat(events).endsWith("first commits", "second commits");
  }

  @Test
  void interposedSynchronizationsStandCloserToTheResources() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    server.enlist(second);
    Distributed.of(transaction()).registerInterposedSynchronization(noting("interposed"));
    transaction().registerSynchronization(noting("application"));
    server.transactions.commit();

    assertThat(events)
        .containsSubsequence(
            "application before",
            "interposed before",
            "first prepares",
            "second commits",
            "interposed after 3",
            "application after 3");
  }

  @Test
  void aSynchronizationCanBeInterposedIntoASuspendedTransaction() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    Transaction outer = server.transactions.suspend();
    server.transactions.begin();
    server.enlist(second);

    Distributed.of(outer).registerInterposedSynchronization(noting("outer"));

    server.transactions.rollback();
    assertThat(events).doesNotContain("outer after 4");
    server.transactions.resume(outer);
    server.transactions.rollback();
    assertThat(events).contains("outer after 4");
  }

  private Synchronization noting(String name) {
    return new Synchronization() {
      @Override
      public void beforeCompletion() {
        events.add(name + " before");
      }

      @Override
      public void afterCompletion(int status) {
        events.add(name + " after " + status);
      }
    };
  }

  private boolean bothAreRolledBack() {
    return first.rolledBack().size() == 1 && second.rolledBack().size() == 1;
  }

  @Test
  void aTransactionThatTakesTooLongIsRolledBackByNarayana() throws Exception {
    server.transactions.begin(1);
    server.enlist(first);
    server.enlist(second);
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!bothAreRolledBack() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }

    assertThat(bothAreRolledBack()).isTrue();
    assertThatThrownBy(server.transactions::commit).isInstanceOf(RollbackException.class);
  }

  @Test
  void viewsOfOneTransactionAreEqual() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    var one = (NarayanaTransaction) Distributed.of(transaction());
    var same = new NarayanaTransaction(null, one.original(), null, TransactionFaults.NONE);
    assertThat(same).isEqualTo(one).hasSameHashCodeAs(one);
    assertThat(server.delegate.getJavaEETransaction(one)).isSameAs(transaction());
    assertThat(server.delegate.getTransactionAdminBean(one).getId()).isEqualTo(one.id());
    server.transactions.rollback();

    server.transactions.begin();
    server.enlist(second);
    assertThat(Distributed.of(transaction())).isNotEqualTo(one);
    server.transactions.rollback();
  }

  private static Transaction transaction() throws Exception {
    return server.transactions.getTransaction();
  }

  @Test
  void aFrozenServerEndsNoTransactionUntilItThaws() throws Exception {
    server.transactions.begin();
    server.enlist(first);
    server.enlist(second);
    Transaction suspended = server.transactions.suspend();
    server.delegate.acquireWriteLock();
    assertThat(server.delegate.isWriteLocked()).isTrue();
    Thread committing =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    server.transactions.resume(suspended);
                    server.transactions.commit();
                  } catch (Exception e) {
                    events.add(e.toString());
                  }
                });
    assertThat(committing.join(Duration.ofMillis(300))).isFalse();
    assertThat(first.prepared()).isEmpty();

    // The administrator's next command comes in another thread of the server.
    Thread.ofPlatform().start(server.delegate::releaseWriteLock).join();
    assertThat(committing.join(Duration.ofSeconds(10))).isTrue();
    assertThat(second.committed()).hasSize(1);
  }

  @Test
  void aTransactionThatEndsWithinAnotherDoesNotWaitForWhoWaitsToFreeze() throws Exception {
    Lock ending = server.delegate.getReadLock();
    ending.lock();
    Thread freezing = Thread.ofPlatform().start(server.delegate::acquireWriteLock);
    assertThat(freezing.join(Duration.ofMillis(300))).isFalse();
    assertThat(ending.tryLock(10, TimeUnit.SECONDS)).isTrue();
    ending.unlock();
    ending.unlock();
    assertThat(freezing.join(Duration.ofSeconds(10))).isTrue();
    server.delegate.releaseWriteLock();
    assertThat(server.delegate.isWriteLocked()).isFalse();
  }
}
