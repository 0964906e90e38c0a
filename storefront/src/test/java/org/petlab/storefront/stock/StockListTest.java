package org.petlab.storefront.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StockListTest {

  private final StockList list = new StockList();

  @Test
  void theAnswerIsRead() {
    assertThat(list.read("{\"EST-1\": 7, \"EST-2\": 0}")).isEqualTo(Map.of("EST-1", 7, "EST-2", 0));
    assertThat(list.read("{}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "[]", "{\"EST-1\": \"many\"}", "{\"EST-1\": 1.5}"})
  void anythingElseIsNot(String answer) {
    assertThatIllegalArgumentException().isThrownBy(() -> list.read(answer));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          0,       none,   'Out of stock: order now, and we ship it when it arrives'
          1,       few,    Only 1 left
          5,       few,    Only 5 left
          6,       plenty, 6 in stock
          1000000, plenty, '1,000,000 in stock'
          """)
  void aVisitorIsToldInWords(int onHand, String kind, String sentence) {
    assertThat(InStock.of(OptionalInt.of(onHand))).isEqualTo(new InStock(kind, sentence));
  }

  @Test
  void whatIsNotKnownIsSaidToBeSo() {
    assertThat(InStock.of(OptionalInt.empty()).kind()).isEqualTo("unknown");
  }
}
