package org.petlab.storefront.checkout;

import java.util.List;
import java.util.function.UnaryOperator;
import org.petlab.pages.Field;
import org.petlab.pages.Form;
import org.petlab.storefront.customers.DeliveryAddress;

/** The form that asks where the order is to go. */
final class AddressForm {
  private static final Form EMPTY =
      new Form(
          List.of(
              text("given_name", "Given name", "given-name"),
              text("family_name", "Family name", "family-name"),
              text("street", "Street and number", "address-line1"),
              text("city", "City", "address-level2"),
              text("postal_code", "Postal code", "postal-code"),
              text("country", "Country", "country-name"),
              new Field("telephone", "Telephone", "tel", "tel", "", ""),
              new Field("email", "E-mail address", "email", "email", "", "")));

  private AddressForm() {}

  private static Field text(String name, String label, String autocomplete) {
    return new Field(name, label, "text", autocomplete, "", "");
  }

  static Form empty() {
    return EMPTY;
  }

  static Form read(UnaryOperator<String> parameter) {
    return EMPTY
        .filledIn(parameter)
        .check("telephone", AddressForm::telephoneProblem)
        .check("email", AddressForm::emailProblem);
  }

  private static String telephoneProblem(String telephone) {
    return telephone.matches("[0-9+(][0-9 +()/.-]{2,}")
        ? ""
        : "Telephone should be a number such as 020 7946 0000.";
  }

  // What a purchase order takes (its XSD); whether the mail arrives only sending it can tell.
  private static String emailProblem(String email) {
    return email.matches("[^@\\s]+@[^@\\s]+")
        ? ""
        : "E-mail address should look like name@example.org.";
  }

  static DeliveryAddress address(Form form) {
    return new DeliveryAddress(
        form.value("given_name"),
        form.value("family_name"),
        form.value("street"),
        form.value("city"),
        form.value("postal_code"),
        form.value("country"),
        form.value("telephone"),
        form.value("email"));
  }

  static Form of(DeliveryAddress address) {
    return EMPTY.filledIn(
        field ->
            switch (field) {
              case "given_name" -> address.givenName();
              case "family_name" -> address.familyName();
              case "street" -> address.street();
              case "city" -> address.city();
              case "postal_code" -> address.postalCode();
              case "country" -> address.country();
              case "telephone" -> address.telephone();
              default -> address.email();
            });
  }
}
