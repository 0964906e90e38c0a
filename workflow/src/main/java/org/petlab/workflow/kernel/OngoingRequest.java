package org.petlab.workflow.kernel;

/** A request that is being answered. Close it in the thread that began it. */
public final class OngoingRequest implements AutoCloseable {
  private static final int FIRST_ERROR_STATUS = 400;

  private final StepListeners listeners;
  private boolean isAnswered;

  OngoingRequest(StepListeners listeners) {
    this.listeners = listeners;
  }

  /** Call it at its end; without it the request has failed. */
  public void answeredWith(int httpStatus) {
    isAnswered = httpStatus < FIRST_ERROR_STATUS;
  }

  @Override
  public void close() {
    listeners.requestEnds(isAnswered);
  }
}
