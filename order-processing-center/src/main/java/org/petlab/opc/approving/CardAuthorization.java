package org.petlab.opc.approving;

import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.petlab.documents.Card;
import org.petlab.workflow.kernel.documents.CardNumbers;

/** Authorizes a card. Cards that end in 0002 are declined, as test cards are by custom. */
final class CardAuthorization {
  private static final DateTimeFormatter EXPIRY = DateTimeFormatter.ofPattern("MM/yyyy");
  private static final String DECLINED_ENDING = "0002";

  private CardAuthorization() {}

  /** Why the card is declined; empty when it is authorized. */
  static Optional<String> declineReason(Card card) {
    return declineReason(card, YearMonth.now());
  }

  /** A card is good until the end of the month that it names. */
  static Optional<String> declineReason(Card card, YearMonth now) {
    if (!CardNumbers.hasCheckDigit(card.getNumber())) {
      return Optional.of("The card's number is not valid");
    }
    if (YearMonth.parse(card.getExpiry(), EXPIRY).isBefore(now)) {
      return Optional.of("The card has expired");
    }
    if (card.getNumber().endsWith(DECLINED_ENDING)) {
      return Optional.of("The card was declined");
    }
    return Optional.empty();
  }
}
