package org.petlab.submitting;

/** A way by which a program submits orders. Of one thread, which closes it. */
interface Entrance extends AutoCloseable {
  /** What the program was answered. Whatever goes wrong is an answer, too. */
  Receipt submit(String orderId, String document);

  @Override
  void close();

  /**
   * An answer.
   *
   * @param status HTTP status; by JMS 200 when the broker has stored the message; 0: no answer
   * @param kind as {@link org.petlab.load.Answer} has it
   */
  record Receipt(int status, long bytes, String kind) {
    private static final int OK = 200;

    static Receipt confirmed(long bytes) {
      return new Receipt(OK, bytes, "confirmed");
    }

    /** Nobody knows whether the order was taken. */
    static Receipt unsettled(int status, long bytes) {
      return new Receipt(status, bytes, "unsettled");
    }

    static Receipt refused(int status, long bytes) {
      return new Receipt(status, bytes, "refused");
    }
  }
}
