package org.petlab.workflow.kernel.transactions;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Transactional;

/**
 * Tells the caller of a transactional method that its work is rolled back. The container's own
 * interceptor, which is outside this one, rolls a transaction back without a word when something
 * has marked it, and the method returns as if all were well. Work that ends with an {@link Error}
 * is rolled back like work that ends with an exception.
 */
@Interceptor
@Transactional
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class RollbackInterceptor {
  @Inject private CommitGuard state;

  @AroundInvoke
  Object throwIfRolledBack(InvocationContext invocation) throws Exception {
    Object result = proceed(invocation);
    state.checkCanCommit();
    return result;
  }

  private static Object proceed(InvocationContext invocation) throws Exception {
    try {
      return invocation.proceed();
    } catch (Error e) {
      // An exception makes the container roll back; what ends with an error it would commit.
      throw new IllegalStateException("The work ended with an error, and is rolled back", e);
    }
  }
}
