package org.petlab.load;

import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkBuilder;
import io.hyperfoil.api.config.Step;
import io.hyperfoil.api.config.Visitor;
import io.hyperfoil.api.processor.Processor;
import io.hyperfoil.api.session.ResourceUtilizer;
import io.hyperfoil.api.session.Session;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.http.api.FollowRedirect;
import io.hyperfoil.http.api.HttpCache;
import io.hyperfoil.http.api.HttpMethod;
import io.hyperfoil.http.config.HttpPluginBuilder;
import io.hyperfoil.http.config.Protocol;
import io.hyperfoil.http.steps.HttpStepCatalog;
import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;
import org.petlab.load.LoadPlan.RequestTemplate;

/** The plan in Hyperfoil's words: sessions with cookies of their own, which play arrivals. */
final class OpenLoad {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String TIMEOUT = "60s";
  private static final int IDLE_CONNECTIONS = 4;

  private OpenLoad() {}

  /** Plays the plan until its time is over. */
  static void play(LoadPlan plan, Arrivals arrivals, RequestLog log, DueRequests dueRequests) {
    new LocalSimulationRunner(benchmark(plan, () -> new Visit(plan, arrivals, log, dueRequests)))
        .run();
  }

  private static Benchmark benchmark(LoadPlan plan, Supplier<Visit> visits) {
    BenchmarkBuilder benchmark =
        BenchmarkBuilder.builder()
            .name("open-load")
            .threads(1)
            .failurePolicy(Benchmark.FailurePolicy.CONTINUE);
    benchmark
        .addPlugin(HttpPluginBuilder::new)
        .ergonomics()
        .repeatCookies(true)
        .userAgentFromSession(false)
        .autoRangeCheck(false)
        .stopOnInvalid(false)
        .followRedirect(FollowRedirect.NEVER)
        .endErgonomics()
        .http()
        .protocol(Protocol.fromScheme(plan.store().getScheme()))
        .host(plan.store().getHost())
        .port(plan.store().getPort())
        .allowHttp2(false)
        .requestTimeout(TIMEOUT)
        .sharedConnections()
        .core(Math.min(IDLE_CONNECTIONS, plan.connections()))
        .max(plan.connections())
        .buffer(Math.min(IDLE_CONNECTIONS, plan.connections()))
        .end();
    var sequence =
        benchmark
            .addPhase("orders")
            .always(plan.sessionLimit())
            .duration(plan.durationMs())
            .maxDuration(plan.durationMs())
            .scenario()
            .initialSequence("visit");
    for (int index = 0; index < plan.requests().size(); index++) {
      sequence.step(new PlanRequest(visits, index));
      sequence.step(session -> Visit.of(session).isDue());
      // A page that is asked for again comes from the store again, as with Siege.
      sequence.step(
          session -> {
            HttpCache.get(session).clear();
            return true;
          });
      addRequest(sequence.step(HttpStepCatalog.SC), plan.requests().get(index));
    }
    return benchmark.build();
  }

  private static void addRequest(HttpStepCatalog catalog, RequestTemplate request) {
    boolean posts = request.method().equals("POST");
    var step =
        catalog
            .httpRequest(HttpMethod.valueOf(request.method()))
            .path(session -> Visit.of(session).path());
    if (posts) {
      step.body((session, connection) -> Visit.of(session).form());
    }
    step.headerAppender(
            (session, writer) -> {
              writer.putHeader("user-agent", "petlab-customer");
              if (posts) {
                writer.putHeader("content-type", FORM);
              }
              Visit.of(session).sending();
            })
        .handler()
        .status(() -> (answered, status) -> Visit.of(answered.session).status(status))
        .body(fragmented -> new ReadPage())
        .onCompletion((Session session) -> Visit.of(session).ended());
  }

  /** Says when the next request is to be sent. */
  private static final class PlanRequest implements Step, ResourceUtilizer {
    private static final long serialVersionUID = 1L;

    // Hyperfoil looks for variables in the fields of steps.
    @Visitor.Ignore private final transient Supplier<Visit> visits;
    private final int request;

    PlanRequest(Supplier<Visit> visits, int request) {
      this.visits = visits;
      this.request = request;
    }

    @Override
    public void reserve(Session session) {
      if (request == 0) {
        session.declareSingletonResource(Visit.KEY, visits.get());
      }
    }

    @Override
    public boolean invoke(Session session) {
      Visit.of(session).plan(session, request);
      return true;
    }
  }

  /** Gives the page to the visit. */
  private static final class ReadPage implements Processor {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(Session session, ByteBuf data, int offset, int length, boolean isLast) {
      Visit.of(session).read(data, offset, length);
    }

    /** Nobody calls it when the connection ends before the answer does. */
    @Override
    public void after(Session session) {
      Visit.of(session).answered();
    }
  }
}
