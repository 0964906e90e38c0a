package org.petlab.workflow.faults;

import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import org.petlab.workflow.Document;
import org.petlab.workflow.Transition;
import org.petlab.workflow.Transitions;

/**
 * Stands around each hand-over, outside what is measured of it. What is thrown at {@code handed-on}
 * rolls the step back although the delegate's call has returned.
 */
@Decorator
@Priority(Interceptor.Priority.APPLICATION)
public class HandOversWithPoints implements Transitions {
  private final Transitions transitions;
  private final StepPoints points;

  @Inject
  HandOversWithPoints(@Delegate Transitions transitions, StepPoints points) {
    this.transitions = transitions;
    this.points = points;
  }

  @Override
  public void handOn(Transition transition, Document document) {
    points.pass("worked", transition.id());
    transitions.handOn(transition, document);
    points.pass("handed-on", transition.id());
  }
}
