package org.petlab.workflow.health;

/** The checks of one application, for the other applications of its server. */
public interface HealthChecksMXBean {

  /** Asks every part that the application needs, without waiting for an answer. */
  void ask();
}
