package org.petlab.transactions;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.transaction.xa.XAResource;

/**
 * The server's own transaction manager with our delegate in it, in a plain JVM. There is one log
 * store in a JVM's life, so a test class has one of these.
 */
final class TestServer {
  static final String NODE = "test-1";

  final JavaEETransactionManagerSimplified transactions = new JavaEETransactionManagerSimplified();
  final NarayanaDelegate delegate = new NarayanaDelegate();

  private TestServer() {
    delegate.postConstruct();
    transactions.setDelegate(delegate);
    transactions.postConstruct();
  }

  static TestServer start(LogStore store, Path directory) {
    System.setProperty("petlab.transaction-manager", "narayana");
    System.setProperty("petlab.log-store", store.settingName());
    System.setProperty("petlab.transaction-node", NODE);
    System.setProperty("petlab.log-directory", directory.resolve("log").toString());
    return new TestServer();
  }

  void enlist(XAResource resource) throws Exception {
    transactions.enlistResource(transactions.getTransaction(), new PooledResource(resource, true));
  }

  void enlistWithoutXa(XAResource resource) throws Exception {
    transactions.enlistResource(transactions.getTransaction(), new PooledResource(resource, false));
  }

  /** Commits one transaction over these resources. */
  void commitOver(XAResource... resources) throws Exception {
    transactions.begin();
    for (XAResource resource : resources) {
      enlist(resource);
    }
    transactions.commit();
  }

  /** What the running server says of itself, read as a stranger would. */
  static Object ask(String attribute) {
    try {
      return ManagementFactory.getPlatformMBeanServer()
          .getAttribute(new ObjectName(TransactionManagerMXBean.NAME), attribute);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
