package org.petlab.transactions;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.api.JavaEETransaction;
import com.sun.enterprise.transaction.api.JavaEETransactionManager;
import com.sun.enterprise.transaction.api.TransactionAdminBean;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import com.sun.enterprise.transaction.spi.RecoveryResourceHandler;
import com.sun.enterprise.transaction.spi.TransactionInternal;
import com.sun.enterprise.transaction.spi.TransactionalResource;
import jakarta.inject.Inject;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAResource;
import org.glassfish.hk2.api.PostConstruct;
import org.glassfish.hk2.api.ServiceLocator;

/**
 * Hands each distributed transaction of Payara to Narayana. Payara takes, of all delegates that it
 * finds, the one of the highest order; a transaction comes here when its first XA resource is
 * enlisted.
 */
public class NarayanaDelegate extends AbstractDelegate implements PostConstruct {
  private static final Logger LOG = Logger.getLogger(NarayanaDelegate.class.getPackageName());

  private static final AtomicBoolean REFUSED = new AtomicBoolean();

  /** One more than Payara's own transaction manager has. */
  private static final int ABOVE_PAYARA = 4;

  private static final int NEVER_TAKEN = 0;

  @Inject private ServiceLocator services;

  private final ActiveTransactions active = new ActiveTransactions();
  private final LastAgents lastAgents = new LastAgents();
  private JavaEETransactionManagerSimplified server;
  private Optional<Narayana> narayana = Optional.empty();
  private Faults faults = Faults.NONE;
  private ThreadTransactions ofThread;

  /** Reads the settings; one that cannot be keeps the server from starting. */
  @Override
  public void postConstruct() {
    try {
      configure(System.getProperties());
    } catch (ImpossibleSettingException e) {
      if (REFUSED.compareAndSet(false, true)) { // the server tries several times before it exits
        LOG.log(Level.SEVERE, "The server cannot start: {0}", e.getMessage());
      }
      throw e;
    }
    if (services != null) {
      lastAgents.readSetting(services);
    }
  }

  private void configure(Properties properties) {
    narayana =
        TransactionSettings.read(properties)
            .map(settings -> new Narayana(settings, active, this::recoveryHandlers));
    faults = Faults.load(TransactionSettings.faultsWanted(properties));
  }

  private Collection<RecoveryResourceHandler> recoveryHandlers() {
    return services == null ? List.of() : services.getAllServices(RecoveryResourceHandler.class);
  }

  @Override
  public int getOrder() {
    return narayana.isPresent() || faults != Faults.NONE ? ABOVE_PAYARA : NEVER_TAKEN;
  }

  @Override
  public void setTransactionManager(JavaEETransactionManager manager) {
    server = (JavaEETransactionManagerSimplified) manager;
    if (narayana.isEmpty()) {
      server.setDelegate(faults.around(payarasOwn(), server));
    } else {
      ofThread = new ThreadTransactions(narayana.get(), server, active, faults, getReadLock());
    }
  }

  /**
   * Taken only for the sake of faults, this steps aside at once for Payara's own manager with
   * faults around it.
   */
  private JavaEETransactionManagerDelegate payarasOwn() {
    return services.getAllServices(JavaEETransactionManagerDelegate.class).stream()
        .filter(delegate -> delegate != this)
        .max(Comparator.comparingInt(JavaEETransactionManagerDelegate::getOrder))
        .orElseThrow();
  }

  private TransactionManager manager() {
    return narayana.orElseThrow().manager();
  }

  // Beginning and ending

  @Override
  public TransactionInternal startJTSTx(JavaEETransaction serverTransaction, boolean hasTimeout)
      throws SystemException {
    return ofThread.begin(serverTransaction, hasTimeout);
  }

  @Override
  public void commitDistributedTransaction()
      throws RollbackException,
          HeuristicMixedException,
          HeuristicRollbackException,
          SystemException {
    ofThread.commit();
  }

  @Override
  public void rollbackDistributedTransaction() throws SystemException {
    ofThread.rollback();
  }

  @Override
  public void setRollbackOnlyDistributedTransaction() throws SystemException {
    manager().setRollbackOnly();
  }

  /** Payara's transaction has ended in any way. */
  @Override
  public void removeTransaction(Transaction transaction) {
    if (transaction instanceof NarayanaTransaction ended) {
      active.remove(ended);
    }
  }

  // Asking

  @Override
  public int getStatus() throws SystemException {
    JavaEETransaction current = server.getCurrentTransaction();
    return current == null ? Status.STATUS_NO_TRANSACTION : current.getStatus();
  }

  @Override
  public Transaction getTransaction() {
    return server.getCurrentTransaction();
  }

  @Override
  public JavaEETransaction getJavaEETransaction(Transaction transaction) {
    return switch (transaction) {
      case JavaEETransaction same -> same;
      case NarayanaTransaction distributed -> distributed.serverTransaction();
      case null, default -> null;
    };
  }

  @Override
  public TransactionAdminBean getTransactionAdminBean(Transaction transaction)
      throws SystemException {
    TransactionAdminBean bean = server.getTransactionAdminBean(getJavaEETransaction(transaction));
    if (transaction instanceof NarayanaTransaction distributed) {
      bean.setIdentifier(distributed);
      bean.setId(distributed.id());
    }
    return bean;
  }

  // Suspending

  @Override
  public Transaction suspend(JavaEETransaction transaction) throws SystemException {
    if (transaction != null) {
      if (!transaction.isLocalTx()) {
        manager().suspend();
      }
      server.setCurrentTransaction(null);
    }
    return transaction;
  }

  @Override
  public void resume(Transaction transaction) throws InvalidTransactionException, SystemException {
    if (!(transaction instanceof NarayanaTransaction distributed)) {
      throw new InvalidTransactionException("Not a transaction of Narayana: " + transaction);
    }
    manager().resume(distributed.original());
  }

  // Enlisting

  /**
   * The transaction's first XA resource is about to be enlisted: what was local becomes
   * distributed.
   */
  @Override
  public boolean enlistLAOResource(Transaction transaction, TransactionalResource local)
      throws RollbackException, SystemException {
    var serverTransaction = (JavaEETransaction) transaction;
    server.startJTSTx(serverTransaction);
    return lastAgents.enlistFormerlyLocal(serverTransaction, local);
  }

  /**
   * A resource without XA comes to a transaction that is distributed already: it is its last agent.
   */
  @Override
  public boolean enlistDistributedNonXAResource(
      Transaction transaction, TransactionalResource resource)
      throws RollbackException, SystemException {
    return lastAgents.enlistIntoDistributed(server, transaction, resource);
  }

  @Override
  public boolean useLAO() {
    return lastAgents.areAllowed();
  }

  @Override
  public void setUseLAO(boolean use) {
    lastAgents.allow(use);
  }

  // Recovering

  @Override
  public void initRecovery(boolean force) {
    narayana.orElseThrow().startRecovery();
  }

  /** The server has opened its resources for recovery; Narayana opens its own. */
  @Override
  public void recover(XAResource[] resources) {
    initRecovery(true);
  }

  @Override
  public boolean recoverIncompleteTx(boolean delegated, String logPath, XAResource[] resources) {
    if (delegated) {
      throw new UnsupportedOperationException(
          "Narayana cannot recover for another server: start one with that server's"
              + " petlab.transaction-node and petlab.log-directory.");
    }
    narayana.orElseThrow().recoverNow();
    return true;
  }

  @Override
  public void registerRecoveryResourceHandler(XAResource resource) {
    narayana.orElseThrow().recover(resource);
  }

  @Override
  public String getTxLogLocation() {
    return narayana.orElseThrow().settings().logDirectory().toString();
  }
}
