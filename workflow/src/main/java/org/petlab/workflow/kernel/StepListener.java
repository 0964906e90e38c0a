package org.petlab.workflow.kernel;

/**
 * Is told what the steps of an application do, and the requests that begin them. Whoever looks on
 * is one: the history, the log, the metrics, the measuring; steps and transports know none of them.
 * Every order pays for what is done here, so nothing here waits.
 *
 * <p>Each is a bean with a {@link jakarta.annotation.Priority}. Those with a lower one are told
 * sooner, and stand around the others where a document is sent.
 */
public interface StepListener {
  /** A step begins: the first thing in its transaction. What is thrown rolls it back. */
  default void stepBegins(Step step, Activation activation) {}

  /**
   * A document is sent, in whatever transaction the thread is.
   *
   * @param delegate the name of the delegate that does it
   * @param send does it; to be run once, and what it throws is to be let out
   */
  default void aroundSend(
      Transition transition, String delegate, Document document, Runnable send) {
    send.run();
  }

  /**
   * A request begins that brings a document to a SOAP inbox, or by which a customer orders.
   *
   * @param entrance the transition of the inbox, or checkout
   */
  default void requestBegins(String entrance) {}

  /** The request that this thread answers is about that order. */
  default void requestIsOf(String orderId) {}

  /**
   * The request that this thread answers is over; it began whatever became of it.
   *
   * @param isAnswered false when it was refused or failed
   */
  default void requestEnds(boolean isAnswered) {}

  /** The step's document is put into the dead-letter queue, in the step's transaction. */
  default void documentIsDeadLetter() {}
}
