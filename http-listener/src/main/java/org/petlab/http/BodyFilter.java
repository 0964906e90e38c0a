package org.petlab.http;

import java.io.IOException;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.util.HttpStatus;

/**
 * Forwards a request when its body is there as a whole: while it is on its way it has no thread, so
 * that nobody can hold one by sending slowly. Larger bodies than any application takes are
 * forwarded at once, to be refused unread in the application's words.
 */
final class BodyFilter extends RequestBodyFilter {
  /** The most that an application takes, for SOAP and calls. */
  static final long MAX_BYTES = 1 << 20;

  /** A piece costs memory beyond its bytes; so many are enough for the largest body. */
  static final int MAX_PIECES = 4_096;

  private static final String FORWARDED = BodyFilter.class.getName() + ".forwarded";
  private static final String PIECES = BodyFilter.class.getName() + ".pieces";

  private final PendingBodies pending;

  BodyFilter(PendingBodies pending) {
    this.pending = pending;
  }

  @Override
  NextAction take(FilterChainContext context, HttpRequestPacket request, HttpContent part)
      throws IOException {
    if (request.getAttribute(FORWARDED) != null) {
      return context.getInvokeAction();
    }
    if (request.isUpgrade()) {
      if (mayHaveBody(request)) {
        return refuse(context, request, RejectedRequest.UPGRADE_WITH_BODY);
      }
      request.setExpectContent(false); // it would be in the new protocol, which nobody here speaks
      part.setLast(true);
    }
    if (HttpContent.isBroken(part)) {
      pending.end(context.getConnection());
      return context.getStopAction(); // Grizzly has answered it
    }
    return part.isLast() || isTooLarge(request, part)
        ? forward(context, request)
        : keep(context, request, part);
  }

  private static boolean mayHaveBody(HttpRequestPacket request) {
    return request.getContentLength() > 0 || request.isChunked();
  }

  private static boolean isTooLarge(HttpRequestPacket request, HttpContent part) {
    return request.getContentLength() > MAX_BYTES || part.getContent().remaining() > MAX_BYTES;
  }

  private NextAction forward(FilterChainContext context, HttpRequestPacket request) {
    if (pieces(request) > 0 && !pending.end(context.getConnection())) {
      return context.getStopAction(); // it was too slow, and has been answered
    }
    if (UnreadAnswers.areTooMany(context.getConnection())) {
      context.getConnection().terminateSilently();
      return context.getStopAction();
    }
    if (QueuedRequests.areTooMany(context.getConnection())) {
      return refuse(context, request, RejectedRequest.OVERLOADED);
    }
    request.setAttribute(FORWARDED, Boolean.TRUE);
    return context.getInvokeAction();
  }

  private NextAction keep(FilterChainContext context, HttpRequestPacket request, HttpContent part)
      throws IOException {
    Connection<?> connection = context.getConnection();
    int pieces = pieces(request) + 1;
    request.setAttribute(PIECES, pieces);
    if (pieces == 1) {
      pending.begin(connection, request);
    } else if (!pending.isAwaited(connection)) {
      return context.getStopAction();
    }
    if (pieces > MAX_PIECES && pending.end(connection)) {
      return refuse(context, request, RejectedRequest.IN_TOO_MANY_PIECES);
    }
    if (!pending.hold(connection, part.getContent().remaining()) && pending.end(connection)) {
      return refuse(context, request, RejectedRequest.TOO_MANY_BYTES);
    }
    if (request.requiresAcknowledgement()) {
      sendContinue(context, request.getResponse());
    }
    return context.getStopAction(part);
  }

  private static int pieces(HttpRequestPacket request) {
    return request.getAttribute(PIECES) instanceof Integer pieces ? pieces : 0;
  }

  /** Tells a client that waits for it (Expect: 100-continue) to send the body. */
  private static void sendContinue(FilterChainContext context, HttpResponsePacket answer)
      throws IOException {
    HttpStatus.getHttpStatus(100).setValues(answer);
    answer.setAcknowledgement(true);
    context.write(answer);
    HttpStatus.OK_200.setValues(answer);
  }
}
