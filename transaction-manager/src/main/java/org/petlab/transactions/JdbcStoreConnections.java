package org.petlab.transactions;

import com.arjuna.ats.internal.arjuna.objectstore.jdbc.accessors.DataSourceJDBCAccess;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The connections of the table of decisions, which remember for their thread whether a commit
 * failed.
 */
public final class JdbcStoreConnections extends DataSourceJDBCAccess {
  private static final ThreadLocal<Boolean> FAILED = ThreadLocal.withInitial(() -> false);

  static void forgetFailedCommit() {
    FAILED.remove();
  }

  static boolean hasFailedCommit() {
    return FAILED.get();
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            JdbcStoreConnections.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> call(connection, method, arguments));
  }

  private static Object call(Connection connection, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      if (method.getName().equals("commit")) {
        FAILED.set(true);
      }
      throw e.getCause();
    }
  }
}
