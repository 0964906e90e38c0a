package org.petlab.workflow.faults;

import jakarta.enterprise.context.ApplicationScoped;
import org.petlab.workflow.management.ServerBeans;
import org.petlab.workflow.management.ServerCrashPoints;

/** The crash points of the server, which the applications in it share. */
@ApplicationScoped
class ServerStepPoints implements StepPoints {
  private volatile ServerCrashPoints points;

  @Override
  public void hit(String point, String place, String orderId) {
    points().hit(point, place, orderId);
  }

  private ServerCrashPoints points() {
    if (points == null) {
      points =
          ServerBeans.crashPoints()
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "This application has crash points, but its server has none:"
                              + " install the bundle with faults and set petlab.faults=true."));
    }
    return points;
  }
}
