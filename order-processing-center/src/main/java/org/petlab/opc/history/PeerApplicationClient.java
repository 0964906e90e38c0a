package org.petlab.opc.history;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.petlab.workflow.access.BasicCredential;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;

/**
 * Calls the other applications of the bed over HTTP. One that does not answer in time is logged.
 */
@ApplicationScoped
public class PeerApplicationClient {
  private static final Logger LOG = System.getLogger(PeerApplicationClient.class.getName());
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(4);

  // HTTP/2 is off at the bed's servers: to offer it in the clear would cost a connection each time.
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  @Inject private BedSettings bed;
  @Inject private BasicCredential credential;

  /** What an application answers to a GET; empty when it does not answer well. */
  public Optional<String> get(Application application, String path) {
    return send(
        application,
        request(bed.endpoint(application), path)
            .header("Authorization", credential.of(Application.OPC)));
  }

  /** What an application's management answers to a GET; empty when it does not answer well. */
  public Optional<String> getManagement(Application application, String path) {
    return send(application, managing(application, path));
  }

  /** Puts a text to an application's management; empty when it was not taken. */
  public Optional<String> putManagement(Application application, String path, String text) {
    return send(
        application,
        managing(application, path)
            .header("Content-Type", "text/plain; charset=utf-8")
            .PUT(HttpRequest.BodyPublishers.ofString(text)));
  }

  private HttpRequest.Builder managing(Application application, String path) {
    return request(bed.managementEndpoint(application), "manage/" + path)
        .header("Authorization", "Bearer " + bed.text("management.token"));
  }

  private static HttpRequest.Builder request(String endpoint, String path) {
    return HttpRequest.newBuilder(URI.create(endpoint + "/" + path)).timeout(ANSWER_TIMEOUT);
  }

  private Optional<String> send(Application application, HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() == 200) {
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  @PreDestroy
  void stop() {
    client.shutdownNow();
  }
}
