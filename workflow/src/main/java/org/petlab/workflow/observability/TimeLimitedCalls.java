package org.petlab.workflow.observability;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Makes calls that run in the context of this application, on whatever thread. */
@ApplicationScoped
public class TimeLimitedCalls {
  // Payara's default domain has no context service, but this one brings its own.
  @Resource(lookup = "java:comp/DefaultManagedExecutorService")
  private ManagedExecutorService executor;

  public <T> TimeLimitedCall<T> of(Callable<T> call, Duration limit) {
    return new TimeLimitedCall<>(executor.getContextService().contextualCallable(call), limit);
  }
}
