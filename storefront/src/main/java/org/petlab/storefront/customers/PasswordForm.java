package org.petlab.storefront.customers;

import java.util.List;
import java.util.function.UnaryOperator;
import org.petlab.pages.Field;
import org.petlab.pages.Form;

/** The form of the account page that changes the password. */
final class PasswordForm {
  private static final Form EMPTY =
      new Form(
          List.of(
              new Field(
                  "password_now", "Your password now", "password", "current-password", "", ""),
              PasswordRules.PASSWORD,
              PasswordRules.AGAIN));

  private PasswordForm() {}

  static Form empty() {
    return EMPTY;
  }

  static Form read(UnaryOperator<String> parameter, String customer) {
    return PasswordRules.check(EMPTY.bind(parameter), customer, parameter);
  }
}
