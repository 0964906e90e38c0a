package org.petlab.http;

import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.HttpRequestPacket;

/** A request whose body is on its way. */
final class PendingBody {
  private final Connection<?> connection;
  private final String sender;
  private final long begunNs;
  private final boolean isHead;
  // Changed only while it is found in PendingBodies, within the map's lock.
  private long bytes;

  PendingBody(Connection<?> connection, HttpRequestPacket request, long nowNs) {
    this.connection = connection;
    this.isHead = request.isHeadRequest();
    this.sender = request.getRemoteAddress();
    this.begunNs = nowNs;
  }

  /** The address that it comes from. */
  String sender() {
    return sender;
  }

  Connection<?> connection() {
    return connection;
  }

  long begunNs() {
    return begunNs;
  }

  /** How much of it is here. */
  long bytes() {
    return bytes;
  }

  void recordBytes(long here) {
    bytes = here;
  }

  void refuse(RejectedRequest refusal) {
    refusal.answer(connection, isHead);
  }
}
