package org.petlab.workflow.watching;

import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Stands before a handler of the server's log and adds the order that the thread works on, whoever
 * speaks: this application, the container, a driver. Payara's JSON formatter writes a map among a
 * line's parameters as fields.
 */
final class OrderInLog implements Filter {
  private final Filter next;

  private OrderInLog(Filter next) {
    this.next = next;
  }

  /** All handlers of the server from now on; each application of a server adds its own orders. */
  static void begin() {
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      handler.setFilter(new OrderInLog(handler.getFilter()));
    }
  }

  @Override
  public boolean isLoggable(LogRecord line) {
    Work.noteIn(line);
    return next == null || next.isLoggable(line);
  }
}
