package org.petlab.workflow.kernel.documents;

import java.util.Map;
import org.petlab.workflow.kernel.Redaction;

/** Says what was expected where the validator would only show a pattern that few can read. */
final class Facets {
  private static final String MOMENT =
      "a time with its zone such as 2026-11-21T10:15:30Z, from 2000 to 2199, to the nanosecond";
  private static final Map<String, String> EXPECTED =
      Map.of("Email", EmailAddress.EXPECTED, "EmailParts", EmailAddress.EXPECTED, "Moment", MOMENT);
  private static final String BEFORE_VALUE = "cvc-pattern-valid: Value '";
  private static final String AFTER_VALUE = "' is not facet-valid with respect to pattern '";
  private static final String BEFORE_TYPE = "' for type '";

  private Facets() {}

  /**
   * @param reason the validator's
   */
  static String describe(String reason) {
    int value = reason.indexOf(AFTER_VALUE);
    int type = reason.lastIndexOf(BEFORE_TYPE);
    if (!reason.startsWith(BEFORE_VALUE) || value < 0 || type < value) {
      return reason;
    }
    String name = reason.substring(type + BEFORE_TYPE.length()).replace("'.", "");
    String refused = Redaction.value(reason.substring(BEFORE_VALUE.length(), value));
    return EXPECTED.containsKey(name)
        ? "Value '%s' is not %s".formatted(refused, EXPECTED.get(name))
        : reason;
  }
}
