package org.petlab.workflow.watching;

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
import org.petlab.workflow.management.ManagementToken;

/**
 * The metrics of this application as OpenMetrics text, for who has the management token of the bed.
 * A source that cannot be asked is missing, and {@code petlab_source_up} says which.
 */
@WebServlet("/metrics")
public class MetricsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = System.getLogger(MetricsServlet.class.getName());

  @Inject @Any private transient Instance<MetricSource> sources;
  @Inject private transient ManagementToken token;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!token.isShown(request.getHeader("Authorization"))) {
      response.setHeader("WWW-Authenticate", "Bearer");
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      response.setContentType("text/plain;charset=UTF-8");
      response.getWriter().println(ManagementToken.EXPECTED);
      return;
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    OpenMetricsTextFormatWriter.create().write(text, told());
    response.setContentType(OpenMetricsTextFormatWriter.CONTENT_TYPE);
    response.setHeader("Cache-Control", "no-store");
    text.writeTo(response.getOutputStream());
  }

  private MetricSnapshots told() {
    MetricSnapshots.Builder told = MetricSnapshots.builder();
    Gauges up = new Gauges("petlab_source_up", "Whether these metrics could be asked for.");
    for (MetricSource source : sources) {
      up.add(tell(source, told) ? 1 : 0, "source", source.name());
    }
    return told.metricSnapshot(up.told()).build();
  }

  private static boolean tell(MetricSource source, MetricSnapshots.Builder told) {
    try {
      source.tell().forEach(told::metricSnapshot);
      return true;
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "The metrics '" + source.name() + "' cannot be had", e);
      return false;
    }
  }
}
