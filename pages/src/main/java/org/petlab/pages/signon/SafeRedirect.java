package org.petlab.pages.signon;

import java.util.regex.Pattern;

/** Where to go on after sign-on: a path of the same application, or its first page. */
final class SafeRedirect {
  private static final String FIRST_PAGE = "/";
  // What a path and a query are made of, once encoded (RFC 3986); a second slash would name a host.
  private static final Pattern OWN_PATH =
      Pattern.compile("/(?!/)[A-Za-z0-9._~!$&'()*+,;=:@/?%-]{0,500}");

  private SafeRedirect() {}

  /** The path when it is one of this application's, which begins with a slash. */
  static String of(String requested) {
    return requested != null && OWN_PATH.matcher(requested).matches() && !requested.contains("/..")
        ? requested
        : FIRST_PAGE;
  }
}
