package org.petlab.storefront.customers;

import java.util.function.UnaryOperator;
import org.petlab.pages.Field;
import org.petlab.pages.Form;

/** What a new password must be, wherever one is chosen: typed twice, and not too easy to guess. */
final class PasswordRules {
  static final Field PASSWORD =
      new Field("password", "Password (at least 8 characters)", "password", "new-password", "", "");
  static final Field AGAIN =
      new Field("password_again", "The same password again", "password", "new-password", "", "");
  private static final int MIN_CHARACTERS = 8;
  // As many as may be typed at sign-on.
  private static final int MAX_CHARACTERS = 64;

  private PasswordRules() {}

  static Form check(Form form, String customer, UnaryOperator<String> parameter) {
    return form.check("password", typed -> problem(typed, customer, parameter.apply("password")))
        .check(
            "password_again",
            typed ->
                typed.equals(form.value("password")) ? "" : "The two passwords are not the same.");
  }

  private static String problem(String typed, String customer, String asTyped) {
    if (!typed.equals(asTyped)) {
      return "A password may not begin or end with a space.";
    }
    if (typed.length() < MIN_CHARACTERS || typed.length() > MAX_CHARACTERS) {
      return "A password should have %d to %d characters."
          .formatted(MIN_CHARACTERS, MAX_CHARACTERS);
    }
    return typed.equalsIgnoreCase(customer) ? "The password may not be your name." : "";
  }
}
