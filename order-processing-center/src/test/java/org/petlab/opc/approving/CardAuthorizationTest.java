package org.petlab.opc.approving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.YearMonth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.petlab.documents.Card;

class CardAuthorizationTest {

  @Test
  void aGoodCardPays() {
    assertThat(CardAuthorization.declineReason(card("4111111111111111", "12/2090"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "4111111111111112, 12/2090, The card's number is not valid",
    "4111111111111111, 01/2020, The card has expired",
    "4000000000000002, 12/2090, The card was declined"
  })
  void aBadCardIsRefusedWithAReason(String number, String expiry, String reason) {
    assertThat(CardAuthorization.declineReason(card(number, expiry))).contains(reason);
  }

  @ParameterizedTest
  @CsvSource({"06/2026, true", "05/2026, false", "07/2025, false", "01/2027, true"})
  void aCardPaysUntilTheEndOfTheMonthThatItNames(String expiry, boolean pays) {
    Card card = card("4111111111111111", expiry);
    assertThat(CardAuthorization.declineReason(card, YearMonth.of(2026, 6)).isEmpty())
        .isEqualTo(pays);
  }

  private static Card card(String number, String expiry) {
    Card card = new Card();
    card.setNumber(number);
    card.setExpiry(expiry);
    return card;
  }
}
