package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.Priority;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepListenersTest {
  private static final Activation ACTIVATION = new Activation("4711", "4711-S", 1, 0);
  private static final Document DOCUMENT =
      new Document(DocumentType.SUPPLIER_ORDER, "4711-S", "4711", "<x/>");

  private final List<String> story = new ArrayList<>();
  private final StepListeners listeners =
      new StepListeners(List.of(new Telling("first"), new Telling("second")));

  private final class Telling implements StepListener {
    private final String name;

    Telling(String name) {
      this.name = name;
    }

    @Override
    public void stepBegins(Step step, Activation activation) {
      story.add(name + ": " + step + " of " + activation.orderId());
    }

    @Override
    public void aroundSend(
        Transition transition, String delegate, Document document, Runnable send) {
      story.add(name + " before " + delegate);
      try {
        send.run();
      } finally {
        story.add(name + " after " + delegate);
      }
    }

    @Override
    public void requestBegins(String entrance) {
      story.add(name + ": asked at " + entrance);
    }

    @Override
    public void requestIsOf(String orderId) {
      story.add(name + ": about " + orderId);
    }

    @Override
    public void requestEnds(boolean isAnswered) {
      story.add(name + (isAnswered ? ": answered" : ": failed"));
    }

    @Override
    public void documentIsDeadLetter() {
      story.add(name + ": dead letter");
    }
  }

  @Test
  void allAreToldInTheirOrder() {
    listeners.stepBegins(Step.SUPPLYING, ACTIVATION);
    listeners.documentIsDeadLetter();
    assertThat(story)
        .containsExactly(
            "first: supplying of 4711",
            "second: supplying of 4711",
            "first: dead letter",
            "second: dead letter");
  }

  @Test
  void aRequestIsToldFromBeginToEnd() {
    try (OngoingRequest ongoing = listeners.requestBegins("invoice")) {
      listeners.requestIsOf("4711");
      ongoing.answeredWith(399);
    }
    assertThat(story)
        .containsExactly(
            "first: asked at invoice",
            "second: asked at invoice",
            "first: about 4711",
            "second: about 4711",
            "first: answered",
            "second: answered");
  }

  @Test
  void aRequestThatIsRefusedHasFailed() {
    try (OngoingRequest ongoing = listeners.requestBegins("invoice")) {
      ongoing.answeredWith(400);
    }
    assertThat(story).endsWith("first: failed", "second: failed");
  }

  @Test
  void aRequestThatEndsByAnExceptionHasFailed() {
    assertThatThrownBy(this::askAndFail).hasMessage("broker down");
    assertThat(story).endsWith("first: failed", "second: failed");
  }

  private void askAndFail() {
    try (OngoingRequest ongoing = listeners.requestBegins("invoice")) {
      send(StepListenersTest::fail);
      ongoing.answeredWith(200);
    }
  }

  private static void fail() {
    throw new IllegalStateException("broker down");
  }

  @Test
  void theLastStandsNextToTheCall() {
    send(() -> story.add("sent"));
    assertThat(story)
        .containsExactly(
            "first before soap",
            "second before soap",
            "sent",
            "second after soap",
            "first after soap");
  }

  @Test
  void aSendThatFailsFailsForTheStepToo() {
    assertThatThrownBy(() -> send(StepListenersTest::fail)).hasMessage("broker down");
    assertThat(story).endsWith("second after soap", "first after soap");
  }

  @Test
  void whereNobodyListensADocumentIsSentAllTheSame() {
    new StepListeners().send(Transition.SUPPLIER_ORDER, "soap", DOCUMENT, () -> story.add("sent"));
    assertThat(story).containsExactly("sent");
  }

  @Test
  void aListenerSaysWhenItIsTold() {
    @Priority(7)
    final class Placed implements StepListener {}
    final class Unplaced implements StepListener {}
    assertThat(StepListeners.priority(Placed.class)).isEqualTo(7);
    assertThatThrownBy(() -> StepListeners.priority(Unplaced.class))
        .hasMessageContaining("Expected a @Priority");
  }

  private void send(Runnable call) {
    listeners.send(Transition.SUPPLIER_ORDER, "soap", DOCUMENT, call);
  }
}
