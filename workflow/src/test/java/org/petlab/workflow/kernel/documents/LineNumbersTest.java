package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.petlab.documents.Line;
import org.petlab.workflow.kernel.UnreadableDocumentException;

class LineNumbersTest {

  @Test
  void aLineWithoutANumberGetsThatOfItsPlace() {
    List<Line> lines = lines(null, 7, null);
    LineNumbers.complete(lines);
    assertThat(lines).extracting(Line::getNumber).containsExactly(1, 7, 3);
  }

  @Test
  void noTwoLinesHaveTheSameNumber() {
    assertThatThrownBy(() -> LineNumbers.complete(lines(2, null)))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessage("Two lines have the number 2: give each its own, or none at all");
    assertThatThrownBy(() -> LineNumbers.requireNumbers(lines(3, 3)))
        .isInstanceOf(UnreadableDocumentException.class);
  }

  @Test
  void whatIsOnlyAPartOfAnOrderMustSayWhichLines() {
    assertThatCode(() -> LineNumbers.requireNumbers(lines(2, 1))).doesNotThrowAnyException();
    assertThatThrownBy(() -> LineNumbers.requireNumbers(lines(1, null)))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining("Expected a number in each line");
  }

  private static List<Line> lines(Integer... numbers) {
    return Stream.of(numbers)
        .map(
            number -> {
              Line line = new Line();
              line.setNumber(number);
              return line;
            })
        .toList();
  }
}
