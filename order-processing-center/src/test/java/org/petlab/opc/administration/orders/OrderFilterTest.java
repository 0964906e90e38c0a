package org.petlab.opc.administration.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.petlab.opc.orders.OrderState;
import org.petlab.pages.HttpProblem;

class OrderFilterTest {

  @Test
  void whatIsNotSaidRestrictsNothing() {
    OrderFilter filter = OrderFilter.read(Map.of("state", "", "customer", " ")::get);
    assertThat(filter).isEqualTo(new OrderFilter(null, false, null, null, null, null, null, 50));
    assertThat(new OrderQuery(filter, false).values()).containsExactly(51);
  }

  @Test
  void everyRestrictionIsAParameterOfTheQuery() {
    OrderFilter filter =
        OrderFilter.read(
            Map.of(
                    "state", "completed",
                    "customer", "x' or 1=1",
                    "from", "1970-01-01",
                    "to", "1970-01-02",
                    "text", "H000",
                    "after", "99-H0000001",
                    "limit", "7")
                ::get);
    assertThat(filter.state()).isEqualTo(OrderState.COMPLETED);
    assertThat(filter.from()).isEqualTo(LocalDate.EPOCH);
    OrderQuery query = new OrderQuery(filter, false);
    assertThat(query.sql()).doesNotContain("x'").endsWith("fetch first ? rows only");
    assertThat(query.sql().chars().filter(c -> c == '?').count()).isEqualTo(query.values().size());
    assertThat(query.values())
        .startsWith("COMPLETED", "x' or 1=1", 0L, 2 * 86_400_000_000_000L, "H000")
        .endsWith(99L, 99L, "H0000001", 8);
  }

  @ParameterizedTest
  @CsvSource({
    "state, LOST, 'No state is called ''LOST'''",
    "waiting, perhaps, Expected true or false",
    "from, yesterday, Expected a date such as",
    "from, 9999-01-01, Expected a date such as",
    "after, nowhere, is not a valid cursor",
    "after, 99999999999999999999-1, is not a valid cursor",
    "limit, 501, Expected a number from 1 to 500",
    "limit, -1, Expected a number from 1 to 500"
  })
  void whatCannotBeIsRefusedWithWhatWasExpected(String name, String value, String message) {
    assertThatThrownBy(() -> OrderFilter.read(Map.of(name, value)::get))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining(message);
  }

  @Test
  void aRangeThatEndsBeforeItBeginsIsRefused() {
    assertThatThrownBy(
            () -> OrderFilter.read(Map.of("from", "2026-02-02", "to", "2026-02-01")::get))
        .hasMessage("The range of dates ends before it begins.");
  }

  @Test
  void aPlaceInTheListIsReadAsItWasWritten() {
    Cursor cursor = new Cursor(1_763_737_200_123_456_789L, "H-1.2_3");
    assertThat(Cursor.read(cursor.toString())).isEqualTo(cursor);
  }
}
