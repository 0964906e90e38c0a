package org.petlab.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;

/**
 * Lets in the methods that somebody here knows, for the applications' addresses. Otherwise the
 * server would answer in its own words, and show its own first page.
 */
final class AddressFilter extends RequestBodyFilter {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS");
  private static final String HEALTH = "health";

  private final Set<String> contexts;
  private final boolean tellsHealth;

  AddressFilter(Set<String> contexts, boolean tellsHealth) {
    this.contexts = contexts;
    this.tellsHealth = tellsHealth;
  }

  @Override
  NextAction take(FilterChainContext context, HttpRequestPacket request, HttpContent part) {
    if (!METHODS.contains(request.getMethod().getMethodString())) {
      return refuse(context, request, RejectedRequest.UNKNOWN_METHOD);
    }
    String address = request.getRequestURI();
    if (!isServed(address)) {
      return refuse(context, request, RejectedRequest.UNKNOWN_ADDRESS);
    }
    return hasSession(address)
        ? refuse(context, request, RejectedRequest.SESSION_IN_ADDRESS)
        : context.getInvokeAction();
  }

  /** The server takes it from there, whatever web.xml says of tracking modes. */
  static boolean hasSession(String address) {
    if (address.indexOf(';') < 0 && address.indexOf('%') < 0) {
      return false;
    }
    try {
      String decoded = URLDecoder.decode(address, StandardCharsets.ISO_8859_1);
      return decoded.toLowerCase(Locale.ROOT).contains(";jsessionid");
    } catch (IllegalArgumentException notDecodable) {
      return false; // nor is it for the server, which refuses it
    }
  }

  boolean isServed(String address) {
    String first = firstName(address);
    return contexts.contains(first) || tellsHealth && HEALTH.equals(first);
  }

  /** As it is written: nobody needs another spelling of these names. Empty when there is none. */
  private static String firstName(String address) {
    if (!address.startsWith("/")) {
      return "";
    }
    int end = 1;
    while (end < address.length() && "/;?".indexOf(address.charAt(end)) < 0) {
      end++;
    }
    return address.substring(1, end);
  }
}
