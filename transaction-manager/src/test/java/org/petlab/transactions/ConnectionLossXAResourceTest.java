package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a driver says when its database dies between the two phases. */
class ConnectionLossXAResourceTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"57P01", "57P02", "57P03", "08006", "08001", "53100", "53200", "58030", "XX001"})
  void aDatabaseThatDiesWhileABranchEndsIsNotThereAndHasEndedNothing(String state) {
    assertThat(codeOfCommit(errorWith(state), false)).isEqualTo(XAException.XAER_RMFAIL);
    assertThat(codeOfRollback(errorWith(state))).isEqualTo(XAException.XAER_RMFAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "23505", "57014"})
  void anErrorOfADatabaseThatLivesStaysWhatItIs(String state) {
    assertThat(codeOfCommit(errorWith(state), false)).isEqualTo(XAException.XAER_RMERR);
    assertThat(codeOfRollback(errorWith(state))).isEqualTo(XAException.XAER_RMERR);
  }

  @Test
  void aCommitInOnePhaseHasNoBranchThatCouldWait() {
    assertThat(codeOfCommit(errorWith("57P02"), true)).isEqualTo(XAException.XAER_RMERR);
  }

  @Test
  void theSameResourceIsFoundAgainWhenItIsDelisted() {
    XAResource pools = failing(errorWith("08006"));
    assertThat(ConnectionLossXAResource.of(pools)).isEqualTo(ConnectionLossXAResource.of(pools));
  }

  private static int codeOfCommit(XAException error, boolean onePhase) {
    XAResource resource = ConnectionLossXAResource.of(failing(error));
    return catchThrowableOfType(XAException.class, () -> resource.commit(null, onePhase)).errorCode;
  }

  private static int codeOfRollback(XAException error) {
    XAResource resource = ConnectionLossXAResource.of(failing(error));
    return catchThrowableOfType(XAException.class, () -> resource.rollback(null)).errorCode;
  }

  private static XAException errorWith(String state) {
    return ForwardingXAResource.failure(
        XAException.XAER_RMERR, new IllegalStateException(new SQLException("gone", state)));
  }

  private static XAResource failing(XAException error) {
    return (XAResource)
        Proxy.newProxyInstance(
            ConnectionLossXAResourceTest.class.getClassLoader(),
            new Class<?>[] {XAResource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> throw error;
                });
  }
}
