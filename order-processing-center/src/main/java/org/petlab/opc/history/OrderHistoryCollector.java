package org.petlab.opc.history;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.observability.history.StepHistory;
import org.petlab.workflow.observability.history.StepRecord;

/** The steps that an order has taken, gathered from the applications that took them. */
@ApplicationScoped
public class OrderHistoryCollector {
  // Who asks waits four seconds for all of it, and shows what there is.
  private static final Duration ANSWER_TIMEOUT = Duration.ofMillis(1500);

  @Inject private StepHistory history;
  @Inject private PeerApplicationClient others;

  /**
   * What was gathered.
   *
   * @param steps in the order in which they began
   * @param unanswered whose steps may be missing
   */
  public record CollectedHistory(List<ApplicationStep> steps, Set<Application> unanswered) {}

  /** A step and who took it. */
  public record ApplicationStep(Application application, StepRecord step) {}

  /** The steps of the order processing center and of these. */
  public CollectedHistory of(String orderId, Application... askedToo) {
    List<ApplicationStep> steps = new ArrayList<>();
    history.of(orderId).forEach(step -> steps.add(new ApplicationStep(Application.OPC, step)));
    Set<Application> unanswered = EnumSet.noneOf(Application.class);
    for (Application other : Arrays.asList(askedToo)) {
      ask(orderId, other).ifPresentOrElse(steps::addAll, () -> unanswered.add(other));
    }
    steps.sort(Comparator.comparing(ApplicationStep::step, StepRecord.IN_ORDER));
    return new CollectedHistory(List.copyOf(steps), unanswered);
  }

  private Optional<List<ApplicationStep>> ask(String orderId, Application other) {
    String path =
        other == Application.SUPPLIER ? "/orders/" + orderId + "/steps" : "/steps/" + orderId;
    return others
        .get(other, path, ANSWER_TIMEOUT)
        .map(
            answer ->
                read(answer).stream()
                    .map(step -> StepRecord.of(orderId, step.asJsonObject()))
                    .map(step -> new ApplicationStep(other, step))
                    .toList());
  }

  private static JsonArray read(String answer) {
    try (JsonReader reader = Json.createReader(new StringReader(answer))) {
      return reader.readArray();
    }
  }
}
