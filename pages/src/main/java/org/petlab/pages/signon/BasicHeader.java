package org.petlab.pages.signon;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.petlab.pages.HttpProblem;

/** The name and the password of an {@code Authorization} header (HTTP Basic, RFC 7617). */
record BasicHeader(String name, String password) {
  private static final String SCHEME = "Basic ";
  private static final int MAX_CHARACTERS = 300;

  static BasicHeader read(String authorization) {
    if (authorization == null
        || authorization.length() > MAX_CHARACTERS
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw unreadable();
    }
    String pair = decoded(authorization.substring(SCHEME.length()).strip());
    int colon = pair.indexOf(':');
    if (colon < 0) {
      throw unreadable();
    }
    return new BasicHeader(pair.substring(0, colon), pair.substring(colon + 1));
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw unreadable();
    }
  }

  private static HttpProblem unreadable() {
    return HttpProblem.unauthorized("Expected a name and a password by HTTP Basic.", "");
  }
}
