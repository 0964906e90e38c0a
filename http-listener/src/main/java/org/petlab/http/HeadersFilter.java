package org.petlab.http;

import java.util.Map;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpHeader;
import org.glassfish.grizzly.http.HttpResponsePacket;

/**
 * Gives every answer the headers that tell a browser what it may do with it. Applications set them
 * themselves; the server's own answers (health, errors before any application) have them from here.
 */
final class HeadersFilter extends BaseFilter {
  private static final String POLICY = "Content-Security-Policy";

  /** As {@code SecurityHeadersFilter} of the applications says them. */
  static final Map<String, String> HEADERS =
      Map.of(
          POLICY,
          "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "same-origin",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(), geolocation=(), microphone=(), payment=()",
          "X-Frame-Options",
          "DENY");

  @Override
  public NextAction handleWrite(FilterChainContext context) {
    if (header(context.getMessage()) instanceof HttpResponsePacket answer
        && !answer.isCommitted()
        && !answer.isAcknowledgement()
        && !answer.containsHeader(POLICY)) {
      HEADERS.forEach(answer::setHeader);
    }
    return context.getInvokeAction();
  }

  private static HttpHeader header(Object message) {
    if (message instanceof HttpContent content) {
      return content.getHttpHeader();
    }
    return message instanceof HttpHeader header ? header : null;
  }
}
