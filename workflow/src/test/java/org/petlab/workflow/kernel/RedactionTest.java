package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          4111111111111111,              ************1111
          Value '4111 1111 1111 1111' x, Value '**** **** **** 1111' x
          4111-1111-1111-1111,           ****-****-****-1111
          4111.1111/1111_1111,           ****.****/****_1111
          4111  -  111111111111,         ****  -  ********1111
          6304000000000000001,           ***************0001
          411111111111,                  ********1111
          123456789012345678901234567,   ***********************4567
          \u0664\u0661\u0661\u0661 1111 1111 1111, **** **** **** 1111\
          """)
  void aCardsNumberKeepsItsLastFourDigits(String text, String shown) {
    assertThat(Redaction.line(text.translateEscapes())).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "41111111111",
        "order F-1001 of 2026-11-21T10:15:30.123456789Z",
        "the lines sum to 33.00, not to its total 1.00",
        "A PurchaseOrder may have 1048576 characters, not 10486251",
        "an invoice may total at most 9999999999.99, not 10000000000.5.",
        "4111x1111x1111x1111"
      })
  void whatIsNoCardsNumberStays(String text) {
    assertThat(Redaction.line(text)).isEqualTo(text);
  }

  @Test
  void aLineIsOneLineAndShort() {
    assertThat(Redaction.line("a\r\nb\tc\u2028d\u0085e")).isEqualTo("a  b c d e");
    String shown = Redaction.line("Value '" + "x".repeat(900_000) + "' is not valid");
    assertThat(shown).hasSizeLessThan(301).startsWith("Value 'xxx").endsWith("xxx' is not valid");
    assertThat(Redaction.value("x".repeat(81))).hasSizeLessThan(81).contains("x ... x");
  }

  @Test
  void aNumberThatIsCutInTwoIsNoLessHidden() {
    String shown = Redaction.value("x".repeat(30) + "4111111111111111" + "x".repeat(900));
    assertThat(shown).doesNotContain("4111");
  }

  @Test
  void theReasonOfARefusalIsRedactedWhereverItGoes() {
    assertThat(new UnreadableDocumentException("'4111 1111 1111 1111'"))
        .hasMessage("'**** **** **** 1111'");
  }
}
