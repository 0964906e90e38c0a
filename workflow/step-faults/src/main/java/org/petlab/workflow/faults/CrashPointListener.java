package org.petlab.workflow.faults;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.StepListener;

/**
 * A step that begins passes its crash point: it has its document; the checkout when its order has a
 * number. Told last, so that what is thrown here rolls a step back of which the others know.
 */
@ApplicationScoped
@Priority(Interceptor.Priority.PLATFORM_AFTER)
public class CrashPointListener implements StepListener {
  @Inject private StepPoints points;

  protected CrashPointListener() {}

  CrashPointListener(StepPoints points) {
    this.points = points;
  }

  @Override
  public void stepBegins(Step step, Activation activation) {
    points.hit("received", step.id(), activation.orderId());
  }
}
