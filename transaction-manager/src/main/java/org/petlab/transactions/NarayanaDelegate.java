package org.petlab.transactions;

import com.sun.enterprise.transaction.JavaEETransactionImpl;
import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.api.JavaEETransaction;
import com.sun.enterprise.transaction.api.JavaEETransactionManager;
import com.sun.enterprise.transaction.api.TransactionAdminBean;
import com.sun.enterprise.transaction.config.TransactionService;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import com.sun.enterprise.transaction.spi.RecoveryResourceHandler;
import com.sun.enterprise.transaction.spi.TransactionInternal;
import com.sun.enterprise.transaction.spi.TransactionalResource;
import jakarta.inject.Inject;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
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
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.hk2.api.PostConstruct;
import org.glassfish.hk2.api.ServiceLocator;

/**
 * Hands each distributed transaction of Payara to Narayana. Payara takes, of all delegates that it
 * finds, the one of the highest order; a transaction comes here when its first XA resource is
 * enlisted.
 */
public class NarayanaDelegate extends ServerDuties implements PostConstruct {
  private static final Logger LOG = Logger.getLogger(NarayanaDelegate.class.getPackageName());

  private static final AtomicBoolean REFUSED = new AtomicBoolean();

  /** One more than Payara's own transaction manager has. */
  private static final int ABOVE_PAYARA = 4;

  private static final int NEVER_TAKEN = 0;

  @Inject private ServiceLocator services;

  private final ActiveTransactions active = new ActiveTransactions();
  private JavaEETransactionManagerSimplified server;
  private Optional<Narayana> narayana = Optional.empty();
  private Optional<Recovery> recovery = Optional.empty();
  private Faults faults = Faults.NONE;
  private volatile boolean lastAgent = true;

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
      lastAgent = lastAgentWanted();
    }
  }

  private void configure(Properties properties) {
    narayana = TransactionSettings.read(properties).map(settings -> new Narayana(settings, active));
    recovery = narayana.map(manager -> recoveryOf(manager.settings()));
    faults = Faults.load(TransactionSettings.faultsWanted(properties));
  }

  private Recovery recoveryOf(TransactionSettings settings) {
    var census =
        new ResourceCensus(settings.resourceCount(), () -> TransactionManagerStatus.inDoubt() == 0);
    return new Recovery(new RecoverableResources(this::recoveryHandlers, census));
  }

  private boolean lastAgentWanted() {
    TransactionService service =
        services.getService(TransactionService.class, ServerEnvironment.DEFAULT_INSTANCE_NAME);
    return service == null
        || !"false".equals(service.getPropertyValue("use-last-agent-optimization"));
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
    TransactionManager manager = manager();
    manager.setTransactionTimeout(
        hasTimeout
            ? secondsLeft((JavaEETransactionImpl) serverTransaction)
            : server.getEffectiveTimeout());
    try {
      manager.begin();
    } catch (NotSupportedException e) {
      throw new IllegalStateException("This thread has a transaction already", e);
    }
    var transaction =
        new NarayanaTransaction(
            manager, manager.getTransaction(), serverTransaction, faults.begin());
    active.add(transaction);
    server.monitorTxBegin(transaction);
    return transaction;
  }

  /** Payara has measured the time so far; from now on Narayana does. */
  private static int secondsLeft(JavaEETransactionImpl transaction) {
    int timeoutSeconds = transaction.cancelTimerTask();
    long elapsedMillis = System.currentTimeMillis() - transaction.getStartTime();
    return Math.max(1, timeoutSeconds - (int) (elapsedMillis / 1000));
  }

  @Override
  public void commitDistributedTransaction()
      throws RollbackException,
          HeuristicMixedException,
          HeuristicRollbackException,
          SystemException {
    NarayanaTransaction transaction = ofThisThread();
    boolean committed = false;
    beginCompletion();
    try {
      manager().commit();
      committed = true;
    } catch (HeuristicMixedException e) {
      committed = true;
      throw e;
    } finally {
      endCompletion(transaction, committed);
    }
    transaction.faults().committed();
  }

  @Override
  public void rollbackDistributedTransaction() throws SystemException {
    NarayanaTransaction transaction = ofThisThread();
    beginCompletion();
    try {
      manager().rollback();
    } finally {
      endCompletion(transaction, false);
    }
  }

  private void beginCompletion() {
    getReadLock().lock();
    if (!server.isInvocationStackEmpty()) {
      server.setTransactionCompeting(true);
    }
  }

  private void endCompletion(NarayanaTransaction transaction, boolean committed) {
    active.remove(transaction);
    server.monitorTxCompleted(transaction, committed);
    if (!server.isInvocationStackEmpty()) {
      server.setTransactionCompeting(false);
    }
    getReadLock().unlock();
  }

  private NarayanaTransaction ofThisThread() throws SystemException {
    Transaction original = manager().getTransaction();
    if (original == null) {
      throw new IllegalStateException("This thread has no distributed transaction");
    }
    return active.find(original).orElseGet(() -> timedOut(original));
  }

  /** Narayana has ended it in the background; the thread is still to be told. */
  private NarayanaTransaction timedOut(Transaction original) {
    return new NarayanaTransaction(
        manager(), original, server.getCurrentTransaction(), TransactionFaults.NONE);
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
    if (!lastAgent || local == null || serverTransaction.getLAOResource() != null) {
      return true;
    }
    serverTransaction.setLAOResource(local);
    return !local.isTransactional() || transaction.enlistResource(local.getXAResource());
  }

  /**
   * A resource without XA comes to a transaction that is distributed already: it is its last agent.
   */
  @Override
  public boolean enlistDistributedNonXAResource(
      Transaction transaction, TransactionalResource resource)
      throws RollbackException, SystemException {
    if (!lastAgent) {
      throw new IllegalStateException(
          "A resource without XA cannot join an XA transaction: use-last-agent-optimization is false");
    }
    if (!server.resourceEnlistable(resource)) {
      return true;
    }
    boolean enlisted = transaction.enlistResource(resource.getXAResource());
    if (!resource.isEnlisted()) {
      resource.enlistedInTransaction(transaction);
    }
    return enlisted;
  }

  @Override
  public boolean useLAO() {
    return lastAgent;
  }

  @Override
  public void setUseLAO(boolean use) {
    lastAgent = use;
  }

  // Recovering

  @Override
  public void initRecovery(boolean force) {
    manager();
    recovery.orElseThrow().start();
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
    manager();
    recovery.orElseThrow().pass();
    return true;
  }

  @Override
  public void registerRecoveryResourceHandler(XAResource resource) {
    recovery.orElseThrow().register(resource);
  }

  @Override
  public String getTxLogLocation() {
    return narayana.orElseThrow().settings().logDirectory().toString();
  }
}
