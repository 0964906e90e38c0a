package org.petlab.workflow.observability.logging;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Stands before the handlers of the server's log and adds the order that the thread works on,
 * whoever logs: this application, the container, a driver. Payara's JSON formatter writes a map
 * among a line's parameters as fields.
 *
 * <p>It writes nothing: the handlers behind it are given the same record. A filter would be too
 * late: Payara's handler calls it on the thread that writes the file. None of the applications of a
 * server is around another's, so each can go on its own, and nothing holds its classes.
 */
final class OrderLogContextHandler extends Handler {
  private OrderLogContextHandler() {}

  /** Each application of a server adds its own orders. */
  static OrderLogContextHandler begin() {
    OrderLogContextHandler first = new OrderLogContextHandler();
    Logger root = Logger.getLogger("");
    // Applications of a server may begin at once; this object is the same for all.
    synchronized (root) {
      Handler[] behind = root.getHandlers();
      root.addHandler(first);
      for (Handler handler : behind) {
        // In this order: what is logged just now may be written twice, but it is written.
        root.addHandler(handler);
        root.removeHandler(handler);
      }
    }
    return first;
  }

  /** The application is stopped. */
  void end() {
    Logger.getLogger("").removeHandler(this);
  }

  @Override
  public void publish(LogRecord line) {
    StepLogContext.addTo(line);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
