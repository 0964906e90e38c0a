package org.petlab.transactions;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import javax.naming.spi.NamingManager;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeAll;

class JdbcStoreTest extends LogStoreContract {
  @BeforeAll
  static void bindTheDataSource() throws NamingException {
    var database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:log;DB_CLOSE_DELAY=-1");
    NamingManager.setInitialContextFactoryBuilder(environment -> new OneName(database));
  }

  @Override
  LogStore store() {
    return LogStore.JDBC;
  }

  /** A naming service that knows the pool of the log. */
  private record OneName(JdbcDataSource database) implements InitialContextFactory {
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
