package org.petlab.workflow.access;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;

/**
 * Calls the other applications of the bed over HTTP, as the one whose code is running. Paths begin
 * with a slash.
 */
@ApplicationScoped
public class ApplicationClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(4);
  // A large stock or catalogue is streamed. The reading of the stock relies on this limit.
  private static final Duration COMPLETE_TIMEOUT = Duration.ofSeconds(8);

  // HTTP/2 is off at the bed's servers: to offer it in the clear would cost a connection each time.
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  @Inject private BedSettings bed;
  @Inject private BasicCredential credential;

  private Application self;

  @PostConstruct
  void begin() {
    self = Application.current();
  }

  /**
   * @throws IOException when there is no answer in time
   */
  public HttpResponse<String> get(Application application, String path) throws IOException {
    return send(application, request(application, path));
  }

  /**
   * The same for whoever is waited for too.
   *
   * @throws IOException when there is no answer in this time
   */
  public HttpResponse<String> get(Application application, String path, Duration timeout)
      throws IOException {
    return send(application, request(application, path).timeout(timeout));
  }

  /** The same without waiting for the response. */
  public CompletableFuture<HttpResponse<String>> getAsync(Application application, String path) {
    return HttpCalls.sendAsync(client, request(application, path).build(), COMPLETE_TIMEOUT);
  }

  /**
   * Asks an application's management.
   *
   * @throws IOException when there is no answer in time
   */
  public HttpResponse<String> getManagement(Application application, String path)
      throws IOException {
    return send(application, managing(application, path));
  }

  /**
   * Puts a text to an application's management.
   *
   * @throws IOException when there is no answer in time
   */
  public HttpResponse<String> putManagement(Application application, String path, String text)
      throws IOException {
    return send(
        application,
        managing(application, path)
            .header("Content-Type", "text/plain; charset=utf-8")
            .PUT(HttpRequest.BodyPublishers.ofString(text)));
  }

  private HttpRequest.Builder request(Application application, String path) {
    return authorized(bed.endpoint(application) + path, credential.of(self));
  }

  private HttpRequest.Builder managing(Application application, String path) {
    return authorized(
        bed.managementEndpoint(application) + "/manage" + path,
        "Bearer " + bed.text("management.token"));
  }

  private static HttpRequest.Builder authorized(String address, String authorization) {
    return HttpRequest.newBuilder(URI.create(address))
        .header("Authorization", authorization)
        .timeout(ANSWER_TIMEOUT);
  }

  private HttpResponse<String> send(Application application, HttpRequest.Builder request)
      throws IOException {
    try {
      return HttpCalls.send(client, request.build(), COMPLETE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the " + application + " was called", e);
    }
  }

  @PreDestroy
  void stop() {
    client.shutdownNow();
  }
}
