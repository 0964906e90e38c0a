package org.petlab.transactions.faults;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.api.JavaEETransaction;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import com.sun.enterprise.transaction.spi.TransactionInternal;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Payara's own transaction manager with crash points: every call goes to it, but the transactions
 * that it begins are watched.
 */
final class CrashPointDelegate implements InvocationHandler {
  private static final int ABOVE_ALL = 5;

  private final JavaEETransactionManagerDelegate payaras;
  private final JavaEETransactionManagerSimplified server;
  private final CrashPoints points;
  private final Map<JavaEETransaction, PayaraTransaction> watched = new ConcurrentHashMap<>();

  private CrashPointDelegate(
      JavaEETransactionManagerDelegate payaras,
      JavaEETransactionManagerSimplified server,
      CrashPoints points) {
    this.payaras = payaras;
    this.server = server;
    this.points = points;
  }

  static JavaEETransactionManagerDelegate around(
      JavaEETransactionManagerDelegate payaras,
      JavaEETransactionManagerSimplified server,
      CrashPoints points) {
    return (JavaEETransactionManagerDelegate)
        Proxy.newProxyInstance(
            CrashPointDelegate.class.getClassLoader(),
            new Class<?>[] {JavaEETransactionManagerDelegate.class},
            new CrashPointDelegate(payaras, server, points));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "getOrder" -> ABOVE_ALL;
      case "startJTSTx" -> begin(method, arguments);
      case "commitDistributedTransaction" -> commit(method);
      case "rollbackDistributedTransaction" -> rollback(method);
      default -> call(method, arguments);
    };
  }

  private TransactionInternal begin(Method method, Object[] arguments) throws Throwable {
    var begun = (TransactionInternal) call(method, arguments);
    var transaction = new PayaraTransaction(begun, new CrashPointTransaction(points));
    watched.put((JavaEETransaction) arguments[0], transaction);
    return transaction;
  }

  private Object commit(Method method) throws Throwable {
    Optional<PayaraTransaction> ending = ending();
    call(method);
    ending.ifPresent(transaction -> transaction.faults().committed());
    return null;
  }

  private Object rollback(Method method) throws Throwable {
    ending();
    return call(method);
  }

  private Optional<PayaraTransaction> ending() {
    return Optional.ofNullable(server.getCurrentTransaction()).map(watched::remove);
  }

  private Object call(Method method, Object... arguments) throws Throwable {
    Object[] known =
        arguments == null ? null : Arrays.stream(arguments).map(this::asPayaraKnowsIt).toArray();
    try {
      return method.invoke(payaras, known);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object asPayaraKnowsIt(Object argument) {
    return argument instanceof PayaraTransaction transaction ? transaction.original() : argument;
  }
}
