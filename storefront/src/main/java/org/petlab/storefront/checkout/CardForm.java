package org.petlab.storefront.checkout;

import java.time.DateTimeException;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.UnaryOperator;
import org.petlab.pages.Field;
import org.petlab.pages.Form;
import org.petlab.workflow.kernel.documents.CardNumbers;

/** The form that asks for the card. Whether the card is good for the sum the OPC finds out. */
final class CardForm {
  private static final DateTimeFormatter EXPIRY = DateTimeFormatter.ofPattern("MM/uuuu");
  private static final Form EMPTY =
      new Form(
          List.of(
              new Field("card_number", "Card number", "text", "cc-number", "", ""),
              new Field("card_expiry", "Expiry (MM/YYYY)", "text", "cc-exp", "", "")));

  private CardForm() {}

  static Form empty() {
    return EMPTY;
  }

  static Form read(UnaryOperator<String> parameter, YearMonth now) {
    return EMPTY
        .bind(parameter)
        .check("card_number", CardForm::numberProblem)
        .check("card_expiry", expiry -> expiryProblem(expiry, now));
  }

  static Card card(Form form) {
    return new Card(digits(form.value("card_number")), form.value("card_expiry"));
  }

  private static String numberProblem(String typed) {
    String digits = digits(typed);
    return digits.matches("[0-9]{12,19}") && CardNumbers.hasCheckDigit(digits)
        ? ""
        : "This is not a valid card number; please check the digits.";
  }

  private static String digits(String typed) {
    return typed.replace(" ", "").replace("-", "");
  }

  private static String expiryProblem(String typed, YearMonth now) {
    if (!typed.matches("(0[1-9]|1[0-2])/20[0-9]{2}")) {
      return "The expiry should look like 12/2030.";
    }
    try {
      return YearMonth.parse(typed, EXPIRY).isBefore(now) ? "This card has expired." : "";
    } catch (DateTimeException e) {
      return "The expiry should look like 12/2030.";
    }
  }
}
