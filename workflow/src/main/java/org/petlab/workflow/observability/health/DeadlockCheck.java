package org.petlab.workflow.observability.health;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.petlab.workflow.kernel.Application;

/** No threads of the server wait for each other: what only a restart would end. */
@Liveness
@ApplicationScoped
public class DeadlockCheck implements HealthCheck {
  private String application;

  @PostConstruct
  void begin() {
    application = Application.current().id();
  }

  void deployed(@Observes @Initialized(ApplicationScoped.class) Object event) {}

  @Override
  public HealthCheckResponse call() {
    var response = HealthCheckResponse.named(application + " threads");
    long[] locked = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
    if (locked == null) {
      return response.up().build();
    }
    String threads =
        LongStream.of(locked).mapToObj(Long::toString).collect(Collectors.joining(", "));
    return response
        .down()
        .withData("reason", "Threads " + threads + " wait for each other")
        .build();
  }
}
