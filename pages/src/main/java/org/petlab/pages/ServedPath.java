package org.petlab.pages;

import jakarta.servlet.http.HttpServletRequest;

/** Where a request is served. */
final class ServedPath {
  private ServedPath() {}

  /** Within the application, as the container understands it, however it was written. */
  static String of(HttpServletRequest request) {
    String below = request.getPathInfo();
    return below == null ? request.getServletPath() : request.getServletPath() + below;
  }
}
