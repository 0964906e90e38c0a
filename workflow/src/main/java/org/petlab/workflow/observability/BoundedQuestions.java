package org.petlab.workflow.observability;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Makes questions that are asked as this application, whoever's thread wants the answer. */
@ApplicationScoped
public class BoundedQuestions {
  // Payara's default domain has no context service, but this one brings its own.
  @Resource(lookup = "java:comp/DefaultManagedExecutorService")
  private ManagedExecutorService executor;

  public <T> BoundedQuestion<T> of(Callable<T> question, Duration limit) {
    return new BoundedQuestion<>(executor.getContextService().contextualCallable(question), limit);
  }
}
