package org.petlab.workflow.kernel.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class AutoCommitTest {
  private final List<String> calls = new ArrayList<>();
  private SQLException failure;

  @Test
  void whatComesFromThePoolCommitsByItself() throws Exception {
    assertThat(AutoCommit.open(pool())).isNotNull();
    assertThat(calls).containsExactly("setAutoCommit true");
  }

  @Test
  void aConnectionThatCannotGoesBackToThePool() {
    failure = new SQLException("on purpose");
    assertThatThrownBy(() -> AutoCommit.open(pool())).isSameAs(failure);
    assertThat(calls).containsExactly("setAutoCommit true", "close");
  }

  private DataSource pool() {
    return proxy(DataSource.class, (method, argument) -> proxy(Connection.class, this::call));
  }

  private Object call(String method, Object argument) throws SQLException {
    calls.add(argument == null ? method : method + " " + argument);
    if (failure != null && method.equals("setAutoCommit")) {
      throw failure;
    }
    return null;
  }

  private interface Call {
    Object of(String method, Object argument) throws SQLException;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            AutoCommitTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                call.of(method.getName(), arguments == null ? null : arguments[0])));
  }
}
