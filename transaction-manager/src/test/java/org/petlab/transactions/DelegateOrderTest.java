package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.JavaEETransactionManagerSimplifiedDelegate;
import com.sun.enterprise.transaction.jts.JavaEETransactionManagerJTSDelegate;
import jakarta.transaction.InvalidTransactionException;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is taken of all delegates, and what this one refuses. */
class DelegateOrderTest {
  private final JavaEETransactionManagerSimplified server =
      new JavaEETransactionManagerSimplified();

  @BeforeEach
  void configure() {
    System.setProperty("petlab.transaction-node", "test-1");
    System.setProperty("petlab.log-directory", "/tmp");
  }

  @Test
  void narayanaComesBeforePayarasOwn() {
    NarayanaDelegate ours = delegate("narayana");
    server.setDelegate(ours);
    server.setDelegate(new JavaEETransactionManagerJTSDelegate());
    server.setDelegate(new JavaEETransactionManagerSimplifiedDelegate());

    assertThat(server.isDelegate(ours)).isTrue();
    assertThat(ours.getOrder()).isGreaterThan(new JavaEETransactionManagerJTSDelegate().getOrder());
  }

  @Test
  void itStepsAsideForPayara() throws Exception {
    NarayanaDelegate ours = delegate("payara");
    server.setDelegate(new JavaEETransactionManagerSimplifiedDelegate());
    server.setDelegate(ours);

    assertThat(server.isDelegate(ours)).isFalse();
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .isRegistered(new ObjectName(TransactionManagerMXBean.NAME)))
        .isFalse();
  }

  @Test
  void whatItCannotDoItRefusesWithAReason() {
    NarayanaDelegate ours = delegate("narayana");
    assertThatThrownBy(ours::getXATerminator)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("another transaction manager");
    assertThatThrownBy(() -> ours.recreate(null, 0))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ours.release(null)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ours.recoverIncompleteTx(true, "/elsewhere", null))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("petlab.transaction-node");
    assertThatThrownBy(() -> ours.resume(null)).isInstanceOf(InvalidTransactionException.class);
  }

  @Test
  void itSaysWhatItSupports() {
    NarayanaDelegate ours = delegate("narayana");
    ours.handlePropertyUpdate("keypoint-interval", 5);
    assertThat(ours.supportsXAResource()).isTrue();
    assertThat(ours.useLAO()).isTrue();
    assertThat(ours.isNullTransaction()).isFalse();
    assertThat(ours.getXAResourceWrapper("any")).isNull();
    assertThat(ours.getTxLogLocation()).isEqualTo("/tmp/file");
  }

  @Test
  void faultsAreThereOnlyWhenWanted() {
    assertThat(Faults.load(false)).isSameAs(Faults.NONE);
    assertThat(Faults.load(true).getClass().getPackageName()).endsWith(".faults");
  }

  private static NarayanaDelegate delegate(String manager) {
    System.setProperty("petlab.transaction-manager", manager);
    var delegate = new NarayanaDelegate();
    delegate.postConstruct();
    return delegate;
  }
}
