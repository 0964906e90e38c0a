package org.petlab.workflow.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.DocumentType;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.Transitions;

class TransitionsWithCrashPointsTest {
  private static final Document DOCUMENT =
      new Document(DocumentType.SUPPLIER_ORDER, "4711-S", "4711", "<x/>");

  private final List<String> story = new ArrayList<>();
  private final Transitions plain =
      (transition, document) -> story.add(document.id() + " goes along " + transition);

  @Test
  void thePointsAreBeforeAndAfterTheSend() {
    send((point, place, order) -> story.add(point + " at " + place + " by " + order));

    assertThat(story)
        .containsExactly(
            "worked at supplier-order by 4711",
            "4711-S goes along supplier-order",
            "sent at supplier-order by 4711");
  }

  @Test
  void whatIsThrownAtWorkedComesBeforeTheSend() {
    assertThatThrownBy(() -> send(throwingAt("worked"))).hasMessage("on purpose");

    assertThat(story).isEmpty();
  }

  @Test
  void whatIsThrownAtSentReachesTheStepThatHasSent() {
    assertThatThrownBy(() -> send(throwingAt("sent"))).hasMessage("on purpose");

    assertThat(story).containsExactly("4711-S goes along supplier-order");
  }

  private void send(StepPoints points) {
    new TransitionsWithCrashPoints(plain, points).send(Transition.SUPPLIER_ORDER, DOCUMENT);
  }

  private static StepPoints throwingAt(String armed) {
    return (point, place, order) -> {
      if (point.equals(armed)) {
        throw new IllegalStateException("on purpose");
      }
    };
  }
}
