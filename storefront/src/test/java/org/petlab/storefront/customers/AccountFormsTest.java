package org.petlab.storefront.customers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.Field;
import org.petlab.pages.Form;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.storefront.profiles.Profile;

class AccountFormsTest {
  private final Map<String, String> typed = new HashMap<>();

  AccountFormsTest() {
    typed.put("user", "ada.byron");
    typed.put("password", "difference engine");
    typed.put("password_again", "difference engine");
    typed.put("email", "ada@example.org");
  }

  @Test
  void anAddressMayBeLeftOut() {
    RegisterForm form = RegisterForm.read(typed::get);
    assertThat(form.isValid()).isTrue();
    assertThat(form.profile()).isEqualTo(new Profile("ada@example.org", null, ""));
  }

  @Test
  void anAddressIsThereWhollyOrNotAtAll() {
    typed.put("city", "London");
    RegisterForm form = RegisterForm.read(typed::get);
    assertThat(form.isValid()).isFalse();
    assertThat(problem(form.place(), "street")).isEqualTo("Street and number is missing.");
    typed.putAll(
        Map.of(
            "given_name", "Ada",
            "family_name", "Byron",
            "street", "12 St James Square",
            "postal_code", "SW1Y 4JH",
            "country", "United Kingdom",
            "telephone", "020 7946 0000"));
    assertThat(RegisterForm.read(typed::get).profile().address().city()).isEqualTo("London");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ad", "1ada", "Ada", "ada byron", "ada'--", "<b>ada</b>", "ada@x"})
  void aNameHasItsForm(String name) {
    typed.put("user", name);
    assertThat(problem(RegisterForm.read(typed::get).who(), "user")).startsWith("A name should");
  }

  @ParameterizedTest
  @ValueSource(strings = {"customer101", "customer", "shopper1"})
  void aNameOfTheTestDataCannotBeTaken(String name) {
    typed.put("user", name);
    assertThat(problem(RegisterForm.read(typed::get).who(), "user")).contains("is kept");
  }

  @ParameterizedTest
  @ValueSource(strings = {"short", " difference engine", "difference engine ", "ADA.BYRON"})
  void aPasswordIsNotTooEasyToGuess(String password) {
    typed.put("password", password);
    typed.put("password_again", password);
    assertThat(problem(RegisterForm.read(typed::get).who(), "password")).isNotEmpty();
  }

  @Test
  void aPasswordIsTypedTwice() {
    typed.put("password_again", "analytical engine");
    assertThat(problem(RegisterForm.read(typed::get).who(), "password_again"))
        .isEqualTo("The two passwords are not the same.");
  }

  @Test
  void aPasswordIsAsLongAsSignOnTakes() {
    typed.put("password", "x".repeat(65));
    typed.put("password_again", "x".repeat(65));
    assertThat(problem(RegisterForm.read(typed::get).who(), "password")).contains("8 to 64");
  }

  @Test
  void aTakenNameIsSaidToBeSo() {
    RegisterForm form = RegisterForm.read(typed::get).nameTaken();
    assertThat(form.isValid()).isFalse();
    assertThat(problem(form.who(), "user")).startsWith("Somebody has this name");
  }

  @Test
  void aProfileComesBackAsItWas() {
    Profile profile =
        new Profile(
            "ada@example.org",
            new DeliveryAddress(
                "Ada",
                "Byron",
                "12 St James Square",
                "London",
                "SW1Y 4JH",
                "GB",
                "020 7946",
                "ada@example.org"),
            "CATS");
    assertThat(DetailsForm.of(profile).profile()).isEqualTo(profile);
    assertThat(DetailsForm.of(Profile.EMPTY).isValid()).isTrue();
  }

  @Test
  void aFavouriteIsACategory() {
    typed.put("favourite", "CATS");
    assertThat(DetailsForm.read(typed::get, List.of("CATS")::contains).favourite())
        .isEqualTo("CATS");
    assertThatThrownBy(() -> DetailsForm.read(typed::get, List.of("DOGS")::contains))
        .isInstanceOf(HttpProblem.class);
  }

  @Test
  void aNewPasswordIsCheckedLikeAFirstOne() {
    typed.put("password_now", "customer1");
    assertThat(PasswordForm.read(typed::get, "customer1").isValid()).isTrue();
    assertThat(PasswordForm.read(typed::get, "difference engine").isValid()).isFalse();
  }

  private static String problem(Form form, String name) {
    return form.fields().stream()
        .filter(field -> field.name().equals(name))
        .map(Field::problem)
        .findFirst()
        .orElseThrow();
  }
}
