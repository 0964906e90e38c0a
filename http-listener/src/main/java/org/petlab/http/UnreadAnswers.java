package org.petlab.http;

import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * What a client has been answered and has not read. An answer waits without a thread; but whoever
 * sends one request after the other and reads nothing would in the end hold a thread that waits for
 * room.
 */
final class UnreadAnswers {
  /** More than the largest page, which is kept together in a buffer of half of it. */
  static final int MAX_BYTES = 256 << 10;

  private UnreadAnswers() {}

  static boolean areTooMany(Connection<?> connection) {
    return !connection.isOpen()
        || connection instanceof NIOConnection channel
            && channel.getAsyncWriteQueue().spaceInBytes() > MAX_BYTES;
  }
}
