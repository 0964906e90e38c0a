package org.petlab.storefront.customers;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.petlab.pages.Form;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.profiles.Profile;

/**
 * The form of the account page that changes a profile.
 *
 * @param reach the e-mail address
 * @param place where orders are to go; may be left out, but then wholly
 * @param favourite a category's id; empty when there is none
 */
public record DetailsForm(Form reach, Form place, String favourite) {
  private static final Form REACH = new Form(List.of(AddressForm.EMAIL));

  static DetailsForm of(Profile profile) {
    Form reach = profile.email().isEmpty() ? REACH : REACH.bind(parameter -> profile.email());
    return new DetailsForm(
        reach, AddressForm.placeOf(profile.address()), profile.favouriteCategory());
  }

  /**
   * @throws HttpProblem when the favourite is no category: nobody can have typed that
   */
  static DetailsForm read(UnaryOperator<String> parameter, Predicate<String> isCategory) {
    String requested = parameter.apply("favourite");
    String favourite = requested == null ? "" : requested;
    if (!favourite.isEmpty() && !isCategory.test(favourite)) {
      throw HttpProblem.badRequest("There is no such category: please choose one of the list.");
    }
    return new DetailsForm(
        REACH.bind(parameter).check("email", AddressForm::emailProblem),
        AddressForm.readPlaceOrNone(parameter),
        favourite);
  }

  public boolean isValid() {
    return reach.isValid() && place.isValid();
  }

  Profile profile() {
    String email = reach.value("email");
    return new Profile(
        email,
        AddressForm.isLeftOut(place) ? null : AddressForm.addressAt(place, email),
        favourite);
  }
}
