package org.petlab.http;

import java.io.IOException;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;

/** Looks at each part of a request's body as it comes; the first comes with the header. */
abstract class RequestBodyFilter extends BaseFilter {
  private static final String REFUSED = RequestBodyFilter.class.getName();

  @Override
  public final NextAction handleRead(FilterChainContext context) throws IOException {
    if (context.getMessage() instanceof HttpContent part
        && part.getHttpHeader() instanceof HttpRequestPacket request) {
      return request.getAttribute(REFUSED) == null
          ? take(context, request, part)
          : context.getStopAction();
    }
    return context.getInvokeAction();
  }

  /** Hands the part on, keeps it, or refuses the request. */
  abstract NextAction take(FilterChainContext context, HttpRequestPacket request, HttpContent part)
      throws IOException;

  /** Answers with the refusal; the connection is closed and its request comes to nothing. */
  static NextAction refuse(
      FilterChainContext context, HttpRequestPacket request, RejectedRequest refusal) {
    request.setAttribute(REFUSED, Boolean.TRUE);
    refusal.answer(context.getConnection(), request.isHeadRequest());
    return context.getStopAction();
  }
}
