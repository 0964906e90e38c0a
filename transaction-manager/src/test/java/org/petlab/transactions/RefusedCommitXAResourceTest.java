package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.postgresql.xa.PGXAConnection;

/** PostgreSQL's own driver, at a database that fails one statement. */
class RefusedCommitXAResourceTest {
  private static final Xid BRANCH = new BranchName(1, "01", "01");
  private static final Xid NEXT = new BranchName(1, "02", "01");

  private final List<String> statements = new ArrayList<>();

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"P0001", "40001", "57014"})
  void aRefusedCommitIsRolledBackAndItsConnectionIsFreeAgain(String state) throws Exception {
    XAResource resource = failingAt("COMMIT", state);

    assertThat(codeOfCommitInOnePhase(resource)).isEqualTo(XAException.XA_RBROLLBACK);

    assertThat(statements).containsExactly("BEGIN", "COMMIT", "ROLLBACK");
    assertThatCode(() -> resource.start(NEXT, XAResource.TMNOFLAGS)).doesNotThrowAnyException();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"P0001", "23505"})
  void aRefusedPreparationIsRolledBackAndItsConnectionIsFreeAgain(String state) throws Exception {
    XAResource resource = failingAt("PREPARE TRANSACTION", state);
    resource.start(BRANCH, XAResource.TMNOFLAGS);
    resource.end(BRANCH, XAResource.TMSUCCESS);

    int integrityOrAny =
        state.equals("23505") ? XAException.XA_RBINTEGRITY : XAException.XA_RBROLLBACK;
    assertThat(codeOf(() -> resource.prepare(BRANCH))).isEqualTo(integrityOrAny);

    assertThat(statements).hasSize(3).last().isEqualTo("ROLLBACK");
    assertThatCode(() -> resource.start(NEXT, XAResource.TMNOFLAGS)).doesNotThrowAnyException();
  }

  @Test
  void aDatabaseThatIsLostWhileABranchIsPreparedIsNotSaidToHaveRolledItBack() throws Exception {
    XAResource resource = failingAt("PREPARE TRANSACTION", "08006");
    resource.start(BRANCH, XAResource.TMNOFLAGS);
    resource.end(BRANCH, XAResource.TMSUCCESS);

    assertThat(codeOf(() -> resource.prepare(BRANCH))).isEqualTo(XAException.XAER_RMFAIL);

    assertThat(statements).hasSize(2);
  }

  @Test
  void whatSaysAlreadyWhyItWasRolledBackStaysWhatItIs() throws Exception {
    XAResource resource = failingAt("COMMIT", "23505");

    assertThat(codeOfCommitInOnePhase(resource)).isEqualTo(XAException.XA_RBINTEGRITY);

    assertThat(statements).containsExactly("BEGIN", "COMMIT", "ROLLBACK");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"08006", "57P01", "57P02", "53100", "58030", "XX001"})
  void theOutcomeAtADatabaseThatIsLostStaysUnknown(String state) throws Exception {
    XAResource resource = failingAt("COMMIT", state);

    assertThat(codeOfCommitInOnePhase(resource)).isEqualTo(XAException.XAER_RMFAIL);

    assertThat(statements).containsExactly("BEGIN", "COMMIT");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"57014, -7", "55000, -7", "42501, -7", "42704, -3"})
  void aPreparedBranchIsLeftToRecoveryUnlessTheDatabaseDoesNotKnowIt(String state, int code)
      throws Exception {
    XAResource resource = ConnectionLossXAResource.of(failingAt("COMMIT PREPARED", state));
    resource.start(BRANCH, XAResource.TMNOFLAGS);
    resource.end(BRANCH, XAResource.TMSUCCESS);
    resource.prepare(BRANCH);

    assertThat(codeOf(() -> resource.commit(BRANCH, false))).isEqualTo(code);

    assertThat(statements).hasSize(3).last().asString().startsWith("COMMIT PREPARED");
  }

  @Test
  void aPreparedBranchThatCannotBeRolledBackIsLeftToRecovery() throws Exception {
    XAResource resource = ConnectionLossXAResource.of(failingAt("ROLLBACK PREPARED", "57014"));
    resource.start(BRANCH, XAResource.TMNOFLAGS);
    resource.end(BRANCH, XAResource.TMSUCCESS);
    resource.prepare(BRANCH);

    assertThat(codeOf(() -> resource.rollback(BRANCH))).isEqualTo(XAException.XAER_RMFAIL);
  }

  @Test
  void whatTheDriverSaysOfItselfIsNoAnswerOfTheDatabase() {
    XAResource resource = failingAt("COMMIT", "P0001");

    assertThat(codeOf(() -> resource.commit(BRANCH, true))).isEqualTo(XAException.XAER_RMERR);

    assertThat(statements).isEmpty();
  }

  @Test
  void anotherDatabaseIsNotSpokenFor() {
    XAException error =
        ForwardingXAResource.failure(
            XAException.XAER_RMFAIL, new SQLException("on purpose", "57014"));
    XAResource other =
        (XAResource)
            Proxy.newProxyInstance(
                RefusedCommitXAResourceTest.class.getClassLoader(),
                new Class<?>[] {XAResource.class},
                (proxy, method, arguments) -> {
                  throw error;
                });

    assertThat(codeOf(() -> RefusedCommitXAResource.of(other).commit(BRANCH, true)))
        .isEqualTo(XAException.XAER_RMFAIL);
  }

  private static int codeOfCommitInOnePhase(XAResource resource) throws XAException {
    resource.start(BRANCH, XAResource.TMNOFLAGS);
    resource.end(BRANCH, XAResource.TMSUCCESS);
    return codeOf(() -> resource.commit(BRANCH, true));
  }

  private static int codeOf(ThrowingCallable commit) {
    return catchThrowableOfType(XAException.class, commit).errorCode;
  }

  /** The driver's resource at a database that answers this statement with this SQL state. */
  private XAResource failingAt(String command, String state) {
    var connection =
        (BaseConnection)
            Proxy.newProxyInstance(
                RefusedCommitXAResourceTest.class.getClassLoader(),
                new Class<?>[] {BaseConnection.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("execSQLUpdate")) {
                    String statement = (String) arguments[0];
                    statements.add(statement);
                    if (statement.matches(command + "( '.*)?")) {
                      throw new PSQLException(answer(state));
                    }
                  }
                  return switch (method.getName()) {
                    case "getTransactionState" -> TransactionState.IDLE;
                    case "isReadOnly" -> false;
                    default -> null;
                  };
                });
    try {
      return RefusedCommitXAResource.of(new PGXAConnection(connection).getXAResource());
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** As the server sends it: fields that begin with their kind and end with a zero byte. */
  private static ServerErrorMessage answer(String state) {
    return new ServerErrorMessage("SERROR\0C" + state + "\0Mon purpose\0");
  }
}
