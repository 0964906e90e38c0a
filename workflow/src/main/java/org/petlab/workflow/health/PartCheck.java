package org.petlab.workflow.health;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.petlab.workflow.Application;
import org.petlab.workflow.observability.BoundedQuestion;
import org.petlab.workflow.observability.BoundedQuestions;

/**
 * A part that the application needs. It has only so long for its answer, together with all other
 * parts of the server's applications, and one that hangs holds one thread, however often one looks.
 */
public abstract class PartCheck implements HealthCheck {
  static final Duration LIMIT = Duration.ofSeconds(1);
  private static final int REASON_LENGTH = 300;

  @Inject private BoundedQuestions questions;

  private final String part;
  // Until the application begins; the server may ask sooner.
  private volatile String application = "beginning";
  private volatile BoundedQuestion<Void> question =
      new BoundedQuestion<>(PartCheck::isBeginning, LIMIT);

  protected PartCheck(String part) {
    this.part = part;
  }

  /** Returns when the part answers; throws why it does not. */
  protected abstract void ask() throws Exception;

  /** Keeps the caller's context: the server asks from a thread that belongs to no application. */
  public BoundedQuestion<Void> begin() {
    return begin(Application.current().id(), questions.of(this::answer, LIMIT));
  }

  BoundedQuestion<Void> begin(String application, BoundedQuestion<Void> question) {
    this.application = application;
    this.question = question;
    return question;
  }

  private static Void isBeginning() {
    throw new IllegalStateException("The application is still beginning");
  }

  private Void answer() throws Exception {
    ask();
    return null;
  }

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
      if (question.begin()) {
        ChecksOfServer.ask();
      }
      question.ask();
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
    question.end();
  }

  private static String shortened(String reason) {
    return reason.length() <= REASON_LENGTH ? reason : reason.substring(0, REASON_LENGTH) + "…";
  }
}
