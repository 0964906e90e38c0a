package org.petlab.workflow.kernel.documents;

import java.util.regex.Pattern;

/**
 * Which e-mail addresses every mail server takes: a dot-atom of RFC 5322 in ASCII, and a host's
 * name. The type {@code Email} of the documents' schema says the same.
 */
public final class EmailAddress {
  public static final String EXPECTED =
      "an e-mail address such as name@example.org: ASCII letters, digits and signs, no comma";

  private static final int MAX_CHARACTERS = 254;
  private static final int MAX_LOCAL_CHARACTERS = 64;
  private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
  private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
  private static final Pattern LOCAL = Pattern.compile(ATOM + "(?:\\." + ATOM + ")*");
  private static final Pattern HOST = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

  private EmailAddress() {}

  public static boolean isMailable(String address) {
    int at = address.indexOf('@');
    return address.length() <= MAX_CHARACTERS
        && at >= 1
        && at <= MAX_LOCAL_CHARACTERS
        && LOCAL.matcher(address.substring(0, at)).matches()
        && HOST.matcher(address.substring(at + 1)).matches();
  }
}
