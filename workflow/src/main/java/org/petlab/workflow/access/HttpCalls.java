package org.petlab.workflow.access;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * HTTP calls that end in time, whatever the peer does. The timeout of a request ends when the
 * response's headers are there (JDK-8258397): a peer that stops within the body would be waited for
 * without a limit.
 */
public final class HttpCalls {
  private HttpCalls() {}

  /**
   * @param limit until all of the response is there
   * @throws HttpTimeoutException when it is not there in time
   * @throws IOException when there is none
   */
  public static HttpResponse<String> send(HttpClient client, HttpRequest request, Duration limit)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<String>> exchange =
        client.sendAsync(request, BodyHandlers.ofString());
    try {
      return inTime(exchange, limit).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } catch (InterruptedException e) {
      exchange.cancel(true);
      throw e;
    }
  }

  /** The same without waiting for the response. */
  public static CompletableFuture<HttpResponse<String>> sendAsync(
      HttpClient client, HttpRequest request, Duration limit) {
    return inTime(client.sendAsync(request, BodyHandlers.ofString()), limit);
  }

  private static CompletableFuture<HttpResponse<String>> inTime(
      CompletableFuture<HttpResponse<String>> exchange, Duration limit) {
    // A copy: only an exchange that is not complete can be cancelled, and its connection closed.
    return exchange
        .copy()
        .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(
            failure -> {
              exchange.cancel(true);
              throw failure instanceof TimeoutException
                  ? new CompletionException(tooLate(limit))
                  : asCompletion(failure);
            });
  }

  private static HttpTimeoutException tooLate(Duration limit) {
    return new HttpTimeoutException(
        "The response was not complete within %d ms".formatted(limit.toMillis()));
  }

  private static CompletionException asCompletion(Throwable failure) {
    return failure instanceof CompletionException known ? known : new CompletionException(failure);
  }
}
