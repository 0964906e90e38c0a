package org.petlab.pages.signon;

import java.util.regex.Pattern;

/** Where to go on after sign-on: a path of the same application, or its first page. */
final class Next {
  private static final String FIRST_PAGE = "/";
  // What a path and a query are made of, once encoded (RFC 3986); a second slash would name a host.
  private static final Pattern OWN_PATH =
      Pattern.compile("/(?!/)[A-Za-z0-9._~!$&'()*+,;=:@/?%-]{0,500}");

  private Next() {}

  /** The path when it is one of this application's, which begins with a slash. */
  static String of(String asked) {
    return asked != null && OWN_PATH.matcher(asked).matches() && !asked.contains("/..")
        ? asked
        : FIRST_PAGE;
  }
}
