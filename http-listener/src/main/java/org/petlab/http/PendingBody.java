package org.petlab.http;

import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.HttpRequestPacket;

/** A request whose body is on its way. */
final class PendingBody {
  private final Connection<?> connection;
  private final String sender;
  private final long begunNs;
  private final boolean isHead;

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

  void refuse(RejectedRequest refusal) {
    refusal.answer(connection, isHead);
  }
}
