package org.petlab.workflow.observability.health;

/** The checks of one application, for the other applications of its server. */
public interface HealthChecksMXBean {

  /** Starts the check of every dependency, without waiting for a result. */
  void start();
}
