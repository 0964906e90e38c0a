package org.petlab.workflow.observability.metrics;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.petlab.workflow.access.ManagementToken;
import org.petlab.workflow.access.PlainTextResponse;
import org.petlab.workflow.observability.TimeLimitedCall;
import org.petlab.workflow.observability.TimeLimitedCalls;

/**
 * The metrics of this application as OpenMetrics text, for who has the management token of the bed.
 * A source that fails, or takes too long, is missing, and {@code petlab_source_up} says which.
 *
 * <p>{@code ?collect[]=…}, once or several times, asks for these sources alone: to count orders and
 * queues costs more than to read a counter.
 */
@WebServlet("/metrics")
public class MetricsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = System.getLogger(MetricsServlet.class.getName());
  private static final String COLLECT = "collect[]";

  // Who collects metrics seldom waits for more than ten seconds, and two sources may hang at once.
  // One is collected after the other: a source's own connection must not be counted as one in use.
  private static final Duration LIMIT = Duration.ofSeconds(4);

  @Inject @Any private transient Instance<MetricSource> beans;
  @Inject private transient ManagementToken token;
  @Inject private transient TimeLimitedCalls calls;

  private final transient Map<String, TimeLimitedCall<MetricSnapshots>> sources = new TreeMap<>();

  @Override
  public void init() {
    for (MetricSource source : beans) {
      sources.put(source.name(), calls.of(source::collect, LIMIT));
    }
  }

  @Override
  public void destroy() {
    sources.values().forEach(TimeLimitedCall::end);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!token.isShown(request.getHeader("Authorization"))) {
      response.setHeader("WWW-Authenticate", "Bearer");
      PlainTextResponse.send(
          response, HttpServletResponse.SC_UNAUTHORIZED, ManagementToken.EXPECTED);
      return;
    }
    Set<String> unknown = requested(request);
    unknown.removeAll(sources.keySet());
    if (!unknown.isEmpty()) {
      PlainTextResponse.send(
          response,
          HttpServletResponse.SC_BAD_REQUEST,
          "There is no source of metrics %s: expected one of %s"
              .formatted(String.join(", ", unknown), String.join(", ", sources.keySet())));
      return;
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    OpenMetricsTextFormatWriter.create().write(text, snapshots(requested(request)));
    response.setContentType(OpenMetricsTextFormatWriter.CONTENT_TYPE);
    response.setHeader("Cache-Control", "no-store");
    text.writeTo(response.getOutputStream());
  }

  private static Set<String> requested(HttpServletRequest request) {
    String[] names = request.getParameterValues(COLLECT);
    return names == null ? new TreeSet<>() : new TreeSet<>(List.of(names));
  }

  /**
   * @param requested the sources; none: all of them
   */
  private MetricSnapshots snapshots(Set<String> requested) {
    MetricSnapshots.Builder snapshots = MetricSnapshots.builder();
    Gauges up = new Gauges("petlab_source_up", "Whether these metrics could be collected.");
    sources.forEach(
        (name, source) -> {
          if (requested.isEmpty() || requested.contains(name)) {
            up.add(collect(name, source, snapshots) ? 1 : 0, "source", name);
          }
        });
    return snapshots.metricSnapshot(up.snapshot()).build();
  }

  private static boolean collect(
      String name, TimeLimitedCall<MetricSnapshots> source, MetricSnapshots.Builder snapshots) {
    try {
      source.call().forEach(snapshots::metricSnapshot);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.WARNING, "The metrics {0} cannot be had: {1}", name, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
