package org.petlab.storefront.customers;

import java.util.List;
import java.util.function.UnaryOperator;
import org.petlab.pages.Field;
import org.petlab.pages.Form;
import org.petlab.storefront.profiles.Profile;

/**
 * The form that opens an account.
 *
 * @param who name, password twice, e-mail address
 * @param place where orders are to go; may be left out, but then wholly
 */
public record RegisterForm(Form who, Form place) {
  private static final String NAME = "[a-z][a-z0-9._-]{2,39}";
  private static final Form WHO =
      new Form(
          List.of(
              new Field("user", "Name to sign on with", "text", "username", "", ""),
              PasswordRules.PASSWORD,
              PasswordRules.AGAIN,
              AddressForm.EMAIL));

  static RegisterForm empty() {
    return new RegisterForm(WHO, AddressForm.placeOf(null));
  }

  static RegisterForm read(UnaryOperator<String> parameter) {
    Form typed =
        WHO.bind(parameter)
            .check("user", RegisterForm::nameProblem)
            .check("email", AddressForm::emailProblem);
    return new RegisterForm(
        PasswordRules.check(typed, typed.value("user"), parameter),
        AddressForm.readPlaceOrNone(parameter));
  }

  /** The same form, with a name that somebody else has. */
  RegisterForm nameTaken() {
    return new RegisterForm(
        who.check(
            "user",
            name -> "Somebody has this name already: sign on if it is yours, or choose another."),
        place);
  }

  private static String nameProblem(String name) {
    if (!name.matches(NAME)) {
      return "A name should have 3 to 40 small letters, digits, dots or dashes and begin with a"
          + " letter.";
    }
    return SeededAccounts.isKept(name) ? "This name is kept for the store's test customers." : "";
  }

  public boolean isValid() {
    return who.isValid() && place.isValid();
  }

  String name() {
    return who.value("user");
  }

  String password() {
    return who.value("password");
  }

  Profile profile() {
    String email = who.value("email");
    return new Profile(
        email, AddressForm.isLeftOut(place) ? null : AddressForm.addressAt(place, email), "");
  }
}
