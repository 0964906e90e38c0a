package org.petlab.workflow.observability.health;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.observability.TimeLimitedCall;
import org.petlab.workflow.observability.TimeLimitedCalls;

/**
 * Checks something that the application depends on. The dependencies of all applications of the
 * server share one time limit, and one that hangs holds one thread, however often it is checked.
 */
public abstract class DependencyHealthCheck implements HealthCheck {
  static final Duration LIMIT = Duration.ofSeconds(1);
  private static final int REASON_LENGTH = 300;

  @Inject private TimeLimitedCalls calls;

  private final String dependency;
  // Until the application begins; the server may check sooner.
  private volatile String application = "beginning";
  private volatile TimeLimitedCall<Void> call =
      new TimeLimitedCall<>(DependencyHealthCheck::isBeginning, LIMIT);

  protected DependencyHealthCheck(String dependency) {
    this.dependency = dependency;
  }

  /** Returns when the dependency answers; throws when it does not. */
  protected abstract void check() throws Exception;

  /** Keeps the caller's context: the server checks on a thread that belongs to no application. */
  public TimeLimitedCall<Void> begin() {
    return begin(Application.current().id(), calls.of(this::runCheck, LIMIT));
  }

  TimeLimitedCall<Void> begin(String application, TimeLimitedCall<Void> call) {
    this.application = application;
    this.call = call;
    return call;
  }

  private static Void isBeginning() {
    throw new IllegalStateException("The application is still beginning");
  }

  private Void runCheck() throws Exception {
    check();
    return null;
  }

  @Override
  public HealthCheckResponse call() {
    var response = HealthCheckResponse.named(application + " " + dependency);
    return problem()
        .map(reason -> response.down().withData("reason", reason))
        .orElseGet(response::up)
        .build();
  }

  /** Why the dependency cannot be used now; empty when it can. */
  Optional<String> problem() {
    try {
      if (call.begin()) {
        ServerHealthChecks.startAll();
      }
      call.call();
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(e.getMessage());
    } catch (ExecutionException e) {
      return Optional.of(shortened(e.getCause().toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("The server is being stopped");
    }
  }

  @PreDestroy
  void end() {
    call.end();
  }

  private static String shortened(String reason) {
    return reason.length() <= REASON_LENGTH ? reason : reason.substring(0, REASON_LENGTH) + "…";
  }
}
