package org.petlab.supplier.warehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.HttpProblem;

class PageTest {

  @Test
  void oneRowMoreThanIsShownTellsThatThereAreOthers() {
    assertThat(Page.of(rows(Page.ROWS), String::valueOf).next()).isEmpty();
    Page<Integer> full = Page.of(rows(Page.FETCH_SIZE), String::valueOf);
    assertThat(full.rows()).hasSize(Page.ROWS);
    assertThat(full.next()).isEqualTo(String.valueOf(Page.ROWS));
  }

  @Test
  void aPositionIsReadAsItWasWritten() {
    RowCursor position = new RowCursor(1_795_275_202_000_000_001L, "10001-I1-2");
    assertThat(RowCursor.read(position.text())).isEqualTo(position);
    assertThat(RowCursor.read(null)).isEqualTo(RowCursor.START);
    assertThat(position.isAfter(RowCursor.START)).isTrue();
    assertThat(position.isAfter(position)).isFalse();
    assertThat(new RowCursor(position.ns(), "10001-I1-1").isAfter(position)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1", "1_", "9999999999999999999_a", "1_a'b", "-1_a"})
  void anotherTextIsNoPosition(String text) {
    assertThatThrownBy(() -> RowCursor.read(text)).isInstanceOf(HttpProblem.class);
  }

  private static List<Integer> rows(int count) {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }
}
