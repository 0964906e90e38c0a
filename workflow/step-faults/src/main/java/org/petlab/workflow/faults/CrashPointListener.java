package org.petlab.workflow.faults;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.observability.measuring.JfrStepListener;

/**
 * Stands in the place of the measured steps. A step begins there, measured or not, when it has its
 * document; the checkout when its order has a number.
 */
@Alternative
@Priority(Interceptor.Priority.APPLICATION)
@ApplicationScoped
public class CrashPointListener extends JfrStepListener {
  @Inject private StepPoints points;

  protected CrashPointListener() {}

  CrashPointListener(StepPoints points) {
    this.points = points;
  }

  /** What is thrown here rolls the step back, and its record says so. */
  @Override
  public void begin(Step step, Activation activation) {
    super.begin(step, activation);
    points.pass("received", step.id());
  }
}
