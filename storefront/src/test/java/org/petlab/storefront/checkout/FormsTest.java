package org.petlab.storefront.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.YearMonth;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.Field;
import org.petlab.pages.Form;
import org.petlab.storefront.customers.AddressForm;

class FormsTest {
  private static final YearMonth NOW = YearMonth.of(2026, 11);

  @Test
  void aCompleteAddressIsFineAndComesBackAsItWas() {
    Form form = AddressForm.read(OrderExample.ADDRESS::get);
    assertThat(form.isValid()).isTrue();
    assertThat(AddressForm.address(form).name()).isEqualTo("Ada Byron");
    assertThat(AddressForm.of(AddressForm.address(form))).isEqualTo(form);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "given_name",
        "family_name",
        "street",
        "city",
        "postal_code",
        "country",
        "telephone",
        "email"
      })
  void eachFieldIsNeeded(String name) {
    assertThat(problem(name, null)).endsWith(" is missing.");
    assertThat(problem(name, "  ")).endsWith(" is missing.");
    assertThat(problem(name, "x".repeat(91))).endsWith(" may have at most 90 characters.");
    assertThat(problem(name, "1\u0000@x")).endsWith(" contains characters that cannot be printed.");
    assertThat(problem(name, "1\ud800@x")).endsWith(" contains characters that cannot be printed.");
  }

  /** Its order would complete, and its mails would never arrive. */
  @ParameterizedTest
  @ValueSource(strings = {"m\u00fcller@example.org", "a,b@example.org", "a b@example.org", "a@b@c"})
  void anAddressThatCannotBeMailedIsRefused(String address) {
    assertThat(problem("email", address))
        .isEqualTo(
            "E-mail address should look like name@example.org, without commas, blanks or umlauts.");
  }

  @Test
  void telephoneAndEmailHaveTheirForm() {
    assertThat(problem("telephone", "ring me")).startsWith("Telephone should be");
    assertThat(problem("email", "ada at home")).startsWith("E-mail address should");
  }

  @ParameterizedTest
  @CsvSource({
    "4111111111111111,true",
    "4111 1111 1111 1111,true",
    "4111-1111-1111-1111,true",
    "4111111111111112,false",
    "411111111111,false",
    "four,false",
    "'',false"
  })
  void aCardNumberHasItsCheckDigit(String number, boolean fine) {
    assertThat(card(number, "12/2030").isValid()).isEqualTo(fine);
  }

  @ParameterizedTest
  @CsvSource({
    "12/2030,true",
    "11/2026,true",
    "10/2026,false",
    "13/2030,false",
    "1/2030,false",
    "12/30,false",
    "'',false"
  })
  void aCardLastsUntilTheEndOfItsMonth(String expiry, boolean fine) {
    assertThat(card("4111111111111111", expiry).isValid()).isEqualTo(fine);
  }

  @Test
  void aCardNumberIsKeptAsDigits() {
    assertThat(CardForm.card(card("4111 1111 1111 1111", "12/2030")))
        .isEqualTo(new Card("4111111111111111", "12/2030"));
  }

  private static String problem(String name, String value) {
    Map<String, String> typed = new HashMap<>(OrderExample.ADDRESS);
    typed.put(name, value);
    return AddressForm.read(typed::get).fields().stream()
        .filter(field -> field.name().equals(name))
        .map(Field::problem)
        .findFirst()
        .orElseThrow();
  }

  private static Form card(String number, String expiry) {
    Map<String, String> typed = Map.of("card_number", number, "card_expiry", expiry);
    return CardForm.read(typed::get, NOW);
  }
}
