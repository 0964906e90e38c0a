package org.petlab.transactions.probe;

import com.sun.enterprise.transaction.api.TransactionImport;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;

/**
 * What takes part in a transaction of the probe. Database and broker are those of the order
 * processing center, by the server's own pools; the test has made the table and the pool without
 * XA.
 */
@ApplicationScoped
public class Participants {
  /** The center may write into this queue, and nobody takes anything from it. */
  private static final String QUEUE = "MailQueue.dead";

  @Resource(lookup = "jdbc/opc")
  private DataSource database;

  @Resource(lookup = "jdbc/probe")
  private DataSource databaseWithoutXa;

  @Resource(lookup = "jms/opc")
  private ConnectionFactory broker;

  void write(String name) {
    write(database, name);
  }

  /** In a connection that can only commit in one phase: the last agent of an XA transaction. */
  void writeWithoutXa(String name) {
    write(databaseWithoutXa, name);
  }

  private static void write(DataSource database, String name) {
    try (java.sql.Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("insert into probe (name) values (?)")) {
      insert.setString(1, name);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void send(String text) {
    try (Connection connection = broker.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      session.createProducer(session.createQueue(QUEUE)).send(session.createTextMessage(text));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  void enlist(XAResource own) {
    try {
      manager().getTransaction().enlistResource(own);
    } catch (RollbackException | SystemException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As a transport does that keeps its branches itself. */
  void registerForRecovery(XAResource own) {
    ((TransactionImport) manager()).registerRecoveryResourceHandler(own);
  }

  private static TransactionManager manager() {
    try {
      return InitialContext.doLookup("java:appserver/TransactionManager");
    } catch (NamingException e) {
      throw new IllegalStateException(e);
    }
  }
}
