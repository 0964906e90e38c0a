package org.petlab.supplier.warehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.HttpProblem;

class SliceTest {

  @Test
  void oneRowMoreThanIsShownTellsThatThereAreOthers() {
    assertThat(Slice.of(rows(Slice.ROWS), String::valueOf).next()).isEmpty();
    Slice<Integer> full = Slice.of(rows(Slice.ASKED), String::valueOf);
    assertThat(full.rows()).hasSize(Slice.ROWS);
    assertThat(full.next()).isEqualTo(String.valueOf(Slice.ROWS));
  }

  @Test
  void aPositionIsReadAsItWasWritten() {
    Position position = new Position(1_795_275_202_000_000_001L, "10001-I1-2");
    assertThat(Position.read(position.text())).isEqualTo(position);
    assertThat(Position.read(null)).isEqualTo(Position.START);
    assertThat(position.isBehind(Position.START)).isTrue();
    assertThat(position.isBehind(position)).isFalse();
    assertThat(new Position(position.ns(), "10001-I1-1").isBehind(position)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1", "1_", "9999999999999999999_a", "1_a'b", "-1_a"})
  void anotherTextIsNoPosition(String text) {
    assertThatThrownBy(() -> Position.read(text)).isInstanceOf(HttpProblem.class);
  }

  private static List<Integer> rows(int count) {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }
}
