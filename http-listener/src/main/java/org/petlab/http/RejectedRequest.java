package org.petlab.http;

import java.nio.charset.StandardCharsets;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * A request that no application sees, and the sentence that its sender is answered with.
 *
 * @param status as HTTP says it, number and name
 */
record RejectedRequest(String status, String sentence) {
  static final RejectedRequest UNKNOWN_METHOD =
      new RejectedRequest("501 Not Implemented", "No address of this server knows this method.");
  static final RejectedRequest UNKNOWN_ADDRESS =
      new RejectedRequest("404 Not Found", "There is nothing at this address.");
  static final RejectedRequest SESSION_IN_ADDRESS =
      new RejectedRequest("400 Bad Request", "A session id may stand in a cookie only.");
  static final RejectedRequest UPGRADE_WITH_BODY =
      new RejectedRequest("400 Bad Request", "A request to change the protocol may have no body.");
  static final RejectedRequest IN_TOO_MANY_PIECES =
      new RejectedRequest("400 Bad Request", "Please send a body in larger pieces.");
  static final RejectedRequest TOO_SLOW =
      new RejectedRequest(
          "408 Request Timeout",
          "The body of a request must be here within "
              + PendingBodies.DEADLINE.toSeconds()
              + " seconds.");
  static final RejectedRequest TOO_MANY_SLOW =
      new RejectedRequest(
          "429 Too Many Requests", "There are many slow requests from this address already.");
  static final RejectedRequest TOO_MANY_BYTES =
      new RejectedRequest(
          "503 Service Unavailable",
          "Too many large requests are on their way. Please come back later.");
  static final RejectedRequest OVERLOADED =
      new RejectedRequest(
          "503 Service Unavailable", "Too many requests are waiting. Please come back later.");

  /** Answers and closes the connection. isHead: the answer has no text then. */
  void answer(Connection<?> connection, boolean isHead) {
    Buffer text = Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, message(isHead));
    @SuppressWarnings("unchecked") // a connection's messages are what its filters make of them
    Connection<Object> open = (Connection<Object>) connection;
    open.write(text, new ClosingAfterwards(connection));
  }

  private byte[] message(boolean isHead) {
    StringBuilder answer = new StringBuilder("HTTP/1.1 ").append(status).append("\r\n");
    HeadersFilter.HEADERS.forEach((name, value) -> line(answer, name, value));
    line(answer, "Content-Type", "text/plain;charset=UTF-8");
    line(answer, "Content-Length", Integer.toString(sentence.length() + 1));
    line(answer, "Connection", "close");
    answer.append("\r\n");
    if (!isHead) {
      answer.append(sentence).append('\n');
    }
    return answer.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static void line(StringBuilder answer, String name, String value) {
    answer.append(name).append(": ").append(value).append("\r\n");
  }

  private static final class ClosingAfterwards
      extends EmptyCompletionHandler<WriteResult<Buffer, Object>> {
    private final Connection<?> connection;

    ClosingAfterwards(Connection<?> connection) {
      this.connection = connection;
    }

    @Override
    public void completed(WriteResult<Buffer, Object> written) {
      connection.closeSilently();
    }

    @Override
    public void failed(Throwable reason) {
      connection.terminateSilently();
    }
  }
}
