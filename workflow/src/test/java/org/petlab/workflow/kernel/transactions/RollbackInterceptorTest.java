package org.petlab.workflow.kernel.transactions;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class RollbackInterceptorTest {
  private final RollbackInterceptor interceptor = new RollbackInterceptor();

  @Test
  void workThatEndsWithAnErrorThrowsWhatTheContainerRollsBackFor() {
    Error error = new NoClassDefFoundError("org/petlab/workflow/kernel/documents/Documents");
    assertThatThrownBy(() -> interceptor.throwIfRolledBack(workThatThrows(error)))
        .isInstanceOf(RuntimeException.class)
        .hasCause(error);
  }

  @Test
  void anExceptionIsPassedOnAsItIs() {
    Exception failure = new IllegalArgumentException("No such order");
    assertThatThrownBy(() -> interceptor.throwIfRolledBack(workThatThrows(failure)))
        .isSameAs(failure);
  }

  private static InvocationContext workThatThrows(Throwable failure) {
    return (InvocationContext)
        Proxy.newProxyInstance(
            RollbackInterceptorTest.class.getClassLoader(),
            new Class<?>[] {InvocationContext.class},
            (proxy, method, arguments) -> {
              throw failure;
            });
  }
}
