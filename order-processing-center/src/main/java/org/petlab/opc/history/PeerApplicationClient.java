package org.petlab.opc.history;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.petlab.workflow.access.ApplicationClient;
import org.petlab.workflow.kernel.Application;

/**
 * Asks the other applications of the bed, for pages that do without an answer: one that does not
 * answer well, or in time, is logged. Paths begin with a slash.
 */
@ApplicationScoped
public class PeerApplicationClient {
  private static final Logger LOG = System.getLogger(PeerApplicationClient.class.getName());
  private static final int OK = 200;

  @Inject private ApplicationClient client;

  private interface Call {
    HttpResponse<String> answer() throws IOException;
  }

  /** What an application answers to a GET; empty when it does not answer well. */
  public Optional<String> get(Application application, String path) {
    return answer(application, () -> client.get(application, path));
  }

  /** The same of one that answers in so long a time. */
  public Optional<String> get(Application application, String path, Duration timeout) {
    return answer(application, () -> client.get(application, path, timeout));
  }

  /** What an application's management answers to a GET; empty when it does not answer well. */
  public Optional<String> getManagement(Application application, String path) {
    return answer(application, () -> client.getManagement(application, path));
  }

  /** Puts a text to an application's management; empty when it was not taken. */
  public Optional<String> putManagement(Application application, String path, String text) {
    return answer(application, () -> client.putManagement(application, path, text));
  }

  private static Optional<String> answer(Application application, Call call) {
    try {
      HttpResponse<String> answer = call.answer();
      if (answer.statusCode() == OK) {
        return Optional.of(answer.body());
      }
      LOG.log(
          Level.WARNING,
          "The {0} answers {1}: {2}",
          application,
          answer.statusCode(),
          answer.body().lines().findFirst().orElse(""));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The {0} does not answer: {1}", application, e.toString());
    }
    return Optional.empty();
  }
}
