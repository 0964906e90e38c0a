package org.petlab.workflow.watching;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Stands before a handler of the server's log and adds the order that the thread works on, whoever
 * speaks: this application, the container, a driver. Payara's JSON formatter writes a map among a
 * line's parameters as fields.
 *
 * <p>A filter would be too late: Payara's handler asks it on the thread that writes the file.
 */
final class OrderInLog extends Handler {
  private final Handler next;

  private OrderInLog(Handler next) {
    this.next = next;
  }

  /** All handlers of the server from now on; each application of a server adds its own orders. */
  static void begin() {
    Logger root = Logger.getLogger("");
    // Applications of a server may begin at once; this object is the same for all.
    synchronized (root) {
      for (Handler handler : root.getHandlers()) {
        // In this order: what is said just now may be written twice, but it is written.
        root.addHandler(new OrderInLog(handler));
        root.removeHandler(handler);
      }
    }
  }

  @Override
  public void publish(LogRecord line) {
    Work.noteIn(line);
    next.publish(line);
  }

  @Override
  public void flush() {
    next.flush();
  }

  @Override
  public void close() {
    next.close();
  }
}
