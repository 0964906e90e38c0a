package org.petlab.workflow.access;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.petlab.workflow.access.BasicCredential;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;

/** Calls another application of the bed over HTTP, as the storefront. */
@ApplicationScoped
public class ApplicationClient {
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

  /**
   * @param path within the application, beginning with a slash
   * @throws IOException when there is no answer in time
   */
  public HttpResponse<String> get(Application application, String path) throws IOException {
    try {
      return client.send(request(application, path), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while " + application + " was called at " + path, e);
    }
  }

  /** The same without waiting for the response. */
  public CompletableFuture<HttpResponse<String>> getAsync(Application application, String path) {
    return client.sendAsync(request(application, path), BodyHandlers.ofString());
  }

  private HttpRequest request(Application application, String path) {
    return HttpRequest.newBuilder(URI.create(bed.endpoint(application) + path))
        .header("Authorization", credential.of(Application.STOREFRONT))
        .timeout(ANSWER_TIMEOUT)
        .build();
  }

  @PreDestroy
  void stop() {
    client.shutdownNow();
  }
}
