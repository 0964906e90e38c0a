package org.petlab.workflow.kernel;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Instance.Handle;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;

/** Tells all listeners of this application what a step does, in the order of their priorities. */
@ApplicationScoped
public class StepListeners {
  private List<StepListener> listeners = List.of();

  /** Outside a container nobody listens. */
  public StepListeners() {}

  StepListeners(List<StepListener> inOrder) {
    listeners = inOrder;
  }

  @Inject
  void find(@Any Instance<StepListener> beans) {
    listeners =
        beans
            .handlesStream()
            .sorted(Comparator.comparingInt(bean -> priority(bean.getBean().getBeanClass())))
            .<StepListener>map(Handle::get)
            .toList();
  }

  /** Fails the deployment, not the first order, when a listener has no priority. */
  void begin(@Observes @Initialized(ApplicationScoped.class) Object deployed) {}

  static int priority(Class<?> listener) {
    Priority priority = listener.getAnnotation(Priority.class);
    if (priority == null) {
      throw new IllegalStateException("Expected a @Priority at " + listener.getName());
    }
    return priority.value();
  }

  /** Call it first in the step, inside its transaction. */
  public void stepBegins(Step step, Activation activation) {
    for (StepListener listener : listeners) {
      listener.stepBegins(step, activation);
    }
  }

  /**
   * Sends a document.
   *
   * @param call makes the delegate's call
   */
  public void send(Transition transition, String delegate, Document document, Runnable call) {
    Runnable send = call;
    for (StepListener listener : listeners.reversed()) {
      Runnable inner = send;
      send = () -> listener.aroundSend(transition, delegate, document, inner);
    }
    send.run();
  }

  /**
   * Call it first in a request, and close what it returns last.
   *
   * @param entrance the transition of the SOAP inbox that is asked, or checkout
   */
  public OngoingRequest requestBegins(String entrance) {
    listeners.forEach(listener -> listener.requestBegins(entrance));
    return new OngoingRequest(this);
  }

  /** Call it as soon as the order is known. */
  public void requestIsOf(String orderId) {
    listeners.forEach(listener -> listener.requestIsOf(orderId));
  }

  void requestEnds(boolean isAnswered) {
    listeners.forEach(listener -> listener.requestEnds(isAnswered));
  }

  /** Call it inside the step's transaction. */
  public void documentIsDeadLetter() {
    listeners.forEach(StepListener::documentIsDeadLetter);
  }
}
