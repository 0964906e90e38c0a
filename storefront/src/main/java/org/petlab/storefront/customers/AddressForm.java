package org.petlab.storefront.customers;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.petlab.pages.Field;
import org.petlab.pages.Form;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.workflow.kernel.documents.EmailAddress;

/** The form that asks where an order is to go, and its parts: a place, and an e-mail address. */
public final class AddressForm {
  private static final Form PLACE =
      new Form(
          List.of(
              text("given_name", "Given name", "given-name"),
              text("family_name", "Family name", "family-name"),
              text("street", "Street and number", "address-line1"),
              text("city", "City", "address-level2"),
              text("postal_code", "Postal code", "postal-code"),
              text("country", "Country", "country-name"),
              new Field("telephone", "Telephone", "tel", "tel", "", "")));
  static final Field EMAIL = new Field("email", "E-mail address", "email", "email", "", "");
  private static final Form EMPTY =
      new Form(Stream.concat(PLACE.fields().stream(), Stream.of(EMAIL)).toList());

  private AddressForm() {}

  private static Field text(String name, String label, String autocomplete) {
    return new Field(name, label, "text", autocomplete, "", "");
  }

  /**
   * The form as a customer finds it who has given no more than an e-mail address, or not even that.
   */
  public static Form startingWith(String email) {
    return email.isEmpty()
        ? EMPTY
        : new Form(
            Stream.concat(PLACE.fields().stream(), Stream.of(EMAIL.withValue(email))).toList());
  }

  public static Form read(UnaryOperator<String> parameter) {
    return EMPTY
        .bind(parameter)
        .check("telephone", AddressForm::telephoneProblem)
        .check("email", AddressForm::emailProblem);
  }

  /** A place that may be left out, but then wholly. */
  static Form readPlaceOrNone(UnaryOperator<String> parameter) {
    Form place = PLACE.bind(parameter).check("telephone", AddressForm::telephoneProblem);
    return isLeftOut(place) ? PLACE : place;
  }

  static boolean isLeftOut(Form place) {
    return place.fields().stream().allMatch(field -> field.value().isEmpty());
  }

  static Form placeOf(DeliveryAddress address) {
    return address == null ? PLACE : PLACE.bind(valuesOf(address));
  }

  private static String telephoneProblem(String telephone) {
    return telephone.matches("[0-9+(][0-9 +()/.-]{2,}")
        ? ""
        : "Telephone should be a number such as +44 20 7946 0000.";
  }

  // What a purchase order takes; whether the mail arrives only sending it can tell.
  static String emailProblem(String email) {
    return EmailAddress.isMailable(email)
        ? ""
        : "E-mail address should look like name@example.org, without commas, blanks or umlauts.";
  }

  public static DeliveryAddress address(Form form) {
    return addressAt(form, form.value("email"));
  }

  static DeliveryAddress addressAt(Form place, String email) {
    return new DeliveryAddress(
        place.value("given_name"),
        place.value("family_name"),
        place.value("street"),
        place.value("city"),
        place.value("postal_code"),
        place.value("country"),
        place.value("telephone"),
        email);
  }

  public static Form of(DeliveryAddress address) {
    return EMPTY.bind(valuesOf(address));
  }

  private static UnaryOperator<String> valuesOf(DeliveryAddress address) {
    return field ->
        switch (field) {
          case "given_name" -> address.givenName();
          case "family_name" -> address.familyName();
          case "street" -> address.street();
          case "city" -> address.city();
          case "postal_code" -> address.postalCode();
          case "country" -> address.country();
          case "telephone" -> address.telephone();
          default -> address.email();
        };
  }
}
