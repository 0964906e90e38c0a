package org.petlab.workflow.health;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.petlab.workflow.Application;

/**
 * A part that the application needs. It is waited for only so long, and a question that still waits
 * for its answer is not asked again: a part that hangs holds one thread, however often one looks.
 */
public abstract class PartCheck implements HealthCheck {
  static final long LIMIT_MS = 2_000;
  private static final int REASON_LENGTH = 300;

  @Resource(lookup = "java:comp/DefaultContextService")
  private ContextService contexts;

  // Not a thread of the server's pools: one that hangs there would be missed by others.
  private final ThreadPoolExecutor worker =
      new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

  private final String part;
  private String application;
  private Callable<Void> question;
  private Future<Void> asked;

  protected PartCheck(String part) {
    this.part = part;
    worker.allowCoreThreadTimeOut(true);
  }

  /** Returns when the part answers; throws why it does not. */
  protected abstract void ask() throws Exception;

  // The server asks from a thread that belongs to no application: this one's is kept from the
  // begin.
  @PostConstruct
  void keepContext() {
    begin(
        Application.current().id(),
        contexts.contextualCallable(
            () -> {
              ask();
              return null;
            }));
  }

  void begin(String application, Callable<Void> question) {
    this.application = application;
    this.question = question;
  }

  /** Makes the bean, so that it keeps the context of its application's deployment. */
  protected void deployed(@Observes @Initialized(ApplicationScoped.class) Object event) {}

  @Override
  public HealthCheckResponse call() {
    var response = HealthCheckResponse.named(application + " " + part);
    return reasonNot()
        .map(reason -> response.down().withData("reason", reason))
        .orElseGet(response::up)
        .build();
  }

  /** Why the part cannot be used now; nothing when it can. */
  Optional<String> reasonNot() {
    try {
      answer().get(LIMIT_MS, TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of("No answer within %d ms".formatted(LIMIT_MS));
    } catch (ExecutionException e) {
      return Optional.of(shortened(e.getCause().toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("The server is being stopped");
    }
  }

  private synchronized Future<Void> answer() {
    if (asked == null || asked.isDone()) {
      asked = worker.submit(question);
    }
    return asked;
  }

  @PreDestroy
  void end() {
    worker.shutdownNow();
  }

  private static String shortened(String reason) {
    return reason.length() <= REASON_LENGTH ? reason : reason.substring(0, REASON_LENGTH) + "…";
  }
}
