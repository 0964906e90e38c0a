package org.petlab.opc.approving;

import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.petlab.documents.Card;

/** Authorizes a card. Cards that end in 0002 are declined, as test cards are by custom. */
final class CardAuthorization {
  private static final DateTimeFormatter EXPIRY = DateTimeFormatter.ofPattern("MM/yyyy");
  private static final String DECLINED_ENDING = "0002";

  private CardAuthorization() {}

  /** Why the card is declined; empty when it is authorized. */
  static Optional<String> declineReason(Card card) {
    if (!hasValidCheckDigit(card.getNumber())) {
      return Optional.of("The card's number is not valid");
    }
    if (YearMonth.parse(card.getExpiry(), EXPIRY).isBefore(YearMonth.now())) {
      return Optional.of("The card has expired");
    }
    if (card.getNumber().endsWith(DECLINED_ENDING)) {
      return Optional.of("The card was declined");
    }
    return Optional.empty();
  }

  /** The Luhn algorithm of ISO/IEC 7812-1. */
  static boolean hasValidCheckDigit(String number) {
    int sum = 0;
    for (int i = 0; i < number.length(); i++) {
      int digit = number.charAt(number.length() - 1 - i) - '0';
      int weighted = i % 2 == 0 ? digit : 2 * digit;
      sum += weighted > 9 ? weighted - 9 : weighted;
    }
    return sum % 10 == 0;
  }
}
