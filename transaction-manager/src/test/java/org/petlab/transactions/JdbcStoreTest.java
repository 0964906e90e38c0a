package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.state.OutputObjectState;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import javax.naming.spi.NamingManager;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class JdbcStoreTest extends LogStoreContract {
  private static final String TYPE = "StateManager/Test";
  private static final Database DATABASE = new Database();

  @BeforeAll
  static void bindTheDataSource() throws NamingException {
    DataSource pool = DATABASE.pool();
    NamingManager.setInitialContextFactoryBuilder(environment -> new OneName(pool));
  }

  @AfterEach
  void recover() {
    DATABASE.commits = Commits.SUCCEED;
    DATABASE.refusals = 0;
  }

  @Override
  LogStore store() {
    return LogStore.JDBC;
  }

  @Test
  void aDecisionWhoseCommitFailedIsNotWritten() throws Exception {
    JdbcStore store = storeOf(Duration.ofSeconds(5));
    var id = new Uid();
    DATABASE.commits = Commits.FAIL;

    assertThat(store.write_committed(id, TYPE, state())).isFalse();

    assertThat(store.read_committed(id, TYPE)).isNull();
  }

  @Test
  void aDecisionThatTheDatabaseHasAfterAllIsWritten() throws Exception {
    JdbcStore store = storeOf(Duration.ofSeconds(5));
    DATABASE.commits = Commits.ANSWER_IS_LOST;

    assertThat(store.write_committed(new Uid(), TYPE, state())).isTrue();
  }

  @Test
  void itIsAskedUntilItAnswers() throws Exception {
    JdbcStore store = storeOf(Duration.ofSeconds(30));
    DATABASE.commits = Commits.ANSWER_IS_LOST;
    DATABASE.refusals = 3;

    assertThat(store.write_committed(new Uid(), TYPE, state())).isTrue();

    assertThat(DATABASE.refusals).isZero();
  }

  @Test
  void oneThatDoesNotAnswerInTimeHasWrittenNothing() throws Exception {
    JdbcStore store = storeOf(Duration.ofMillis(300));
    DATABASE.commits = Commits.ANSWER_IS_LOST;
    DATABASE.refusals = Integer.MAX_VALUE;

    assertThat(store.write_committed(new Uid(), TYPE, state())).isFalse();
  }

  private static OutputObjectState state() throws IOException {
    var state = new OutputObjectState();
    state.packString("decided");
    return state;
  }

  private static JdbcStore storeOf(Duration timeout) throws ObjectStoreException {
    var settings = new ObjectStoreEnvironmentBean();
    settings.setJdbcAccess(
        JdbcStoreConnections.class.getName() + ";datasourceName=" + LogStore.DATA_SOURCE);
    settings.setTablePrefix("failing_");
    settings.setCreateTable(true);
    return new JdbcStore(settings, timeout);
  }

  private enum Commits {
    SUCCEED,
    FAIL,
    ANSWER_IS_LOST
  }

  /** A database in memory whose next commit can fail, and which then refuses some connections. */
  private static final class Database {
    private final JdbcDataSource real = new JdbcDataSource();
    private Commits commits = Commits.SUCCEED;
    private int refusals;
    private boolean isDown;

    private Database() {
      real.setURL("jdbc:h2:mem:log;DB_CLOSE_DELAY=-1");
    }

    private DataSource pool() {
      return (DataSource)
          Proxy.newProxyInstance(
              Database.class.getClassLoader(),
              new Class<?>[] {DataSource.class},
              (proxy, method, arguments) -> {
                if (isDown && refusals > 0) {
                  refusals--;
                  throw new SQLException("down, on purpose", "08001");
                }
                isDown = false;
                return connection(real.getConnection());
              });
    }

    private Connection connection(Connection real) {
      return (Connection)
          Proxy.newProxyInstance(
              Database.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("commit") && commits != Commits.SUCCEED) {
                  failToCommit(real);
                }
                try {
                  return method.invoke(real, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    private void failToCommit(Connection real) throws SQLException {
      if (commits == Commits.ANSWER_IS_LOST) {
        real.commit();
      } else {
        real.rollback();
      }
      commits = Commits.SUCCEED;
      isDown = true;
      throw new SQLException("lost, on purpose", "08006");
    }
  }

  /** A naming service that knows the pool of the log. */
  private record OneName(DataSource database) implements InitialContextFactory {
    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
      return new InitialContext(true) {
        @Override
        public Object lookup(String name) throws NamingException {
          if (!name.equals(LogStore.DATA_SOURCE)) {
            throw new NamingException(name + " is not bound");
          }
          return database;
        }
      };
    }
  }
}
