package org.petlab.workflow.faults;

import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.Transitions;

/**
 * Stands around each send, outside what is measured of it. What is thrown at {@code sent} rolls the
 * step back although the delegate's call has returned.
 */
@Decorator
@Priority(Interceptor.Priority.APPLICATION)
public class TransitionsWithCrashPoints implements Transitions {
  private final Transitions transitions;
  private final StepPoints points;

  @Inject
  TransitionsWithCrashPoints(@Delegate Transitions transitions, StepPoints points) {
    this.transitions = transitions;
    this.points = points;
  }

  @Override
  public void send(Transition transition, Document document) {
    points.hit("worked", transition.id(), document.orderId());
    transitions.send(transition, document);
    points.hit("sent", transition.id(), document.orderId());
  }
}
