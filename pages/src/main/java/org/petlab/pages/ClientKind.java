package org.petlab.pages;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;

/** The kind of client that sent a request; it decides what an error response looks like. */
public enum ClientKind {
  /** Looks at pages. */
  BROWSER,
  /** Calls the REST interface; reads JSON. */
  API,
  /** The lab, or another application of the bed; reads plain text. */
  INTERNAL;

  private static final Set<String> METHODS_OF_PAGES = Set.of("GET", "HEAD", "POST");

  public static ClientKind of(HttpServletRequest request) {
    return of(path(request), request.getMethod(), request.getHeader("Authorization") != null);
  }

  static ClientKind of(String path, String method, boolean showsCredential) {
    if (path.startsWith("/api/")) {
      return API;
    }
    boolean isCall = path.startsWith("/manage/") || path.startsWith("/services/");
    // A page cannot even be shown by another method (Jakarta Pages 4.0, 1.2).
    return isCall || showsCredential || !METHODS_OF_PAGES.contains(method) ? INTERNAL : BROWSER;
  }

  /** The path within the application: {@code /admin/orders}; also while its error is shown. */
  public static String path(HttpServletRequest request) {
    Object failed = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    String uri = failed == null ? request.getRequestURI() : failed.toString();
    String context = request.getContextPath();
    return uri.startsWith(context) ? uri.substring(context.length()) : uri;
  }
}
