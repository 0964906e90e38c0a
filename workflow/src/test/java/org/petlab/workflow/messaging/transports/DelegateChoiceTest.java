package org.petlab.workflow.messaging.transports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelegateChoiceTest {
  private static final List<String> KNOWN = List.of("a-first", "b-second", "c-third");

  @Test
  void aNameIsTheDelegateOfAllOrders() {
    DelegateChoice choice = parse("b-second");
    assertThat(choice.of("10001")).isEqualTo("b-second");
    assertThat(choice.of("10002")).isEqualTo("b-second");
    assertThat(choice).hasToString("b-second");
  }

  // By hand: `printf 7/10001 | sha256sum` begins with 4f251ea67cb6dd82, which bc says is 0 modulo 3
  // and modulo 2. Those of 10005 and 10006 have the highest bit set: they are unsigned.
  @ParameterizedTest
  @CsvSource({
    "7, 10001, a-first, a-first", // 4f251ea67cb6dd82
    "7, 10002, a-first, b-second", // 2e5e9d84c41ee837
    "7, 10003, b-second, b-second", // 315d637296f9ddc1
    "7, 10005, a-first, b-second", // c88de878bdd4617b
    "7, 10006, b-second, b-second", // f9b8e7df8f020091
    "7, 10007, c-third, a-first", // cc23a43ab9d9151e
    "7, 10010, c-third, a-first", // 98c6e0b4a6ab215a
    "0, 10001, b-second, b-second", // c4dbf0def7a436f3
    "42, F-1, b-second, b-second" // d05b35d522ddb229
  })
  void theDelegateIsDrawnByTheHashOfSeedAndOrder(
      String seed, String order, String ofThree, String ofTwo) {
    assertThat(parse("drawn:" + seed + ":a-first,b-second,c-third").of(order)).isEqualTo(ofThree);
    assertThat(parse("drawn:" + seed + ":a-first,b-second").of(order)).isEqualTo(ofTwo);
  }

  @Test
  void theOrderOfTheNamesCounts() {
    assertThat(parse("drawn:7:c-third,b-second,a-first").of("10001")).isEqualTo("c-third");
  }

  @Test
  void aDrawingIsSaidAsItWasChosen() {
    assertThat(parse("drawn:7:c-third,a-first")).hasToString("drawn:7:c-third,a-first");
    assertThat(parse("drawn:999999999999999999:a-first").of("10001")).isEqualTo("a-first");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drawn:",
        "drawn:7",
        "drawn::a-first",
        "drawn:-7:a-first",
        "drawn:07:a-first",
        "drawn:1000000000000000000:a-first",
        "drawn:x:a-first"
      })
  void aDrawingWithoutASeedOrNamesIsRefused(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Expected drawn:<seed>:<delegate>,<delegate>,... with a number from 0 as the seed,"
                + " got '%s'",
            text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pigeon | pigeon",
        "drawn:7:a-first,pigeon | pigeon",
        "drawn:7: | ''",
        "drawn:7:a-first, | ''",
        "drawn:7:a-first, b-second | ' b-second'"
      })
  void anUnknownDelegateIsRefusedAndTheKnownOnesAreListed(String text, String unknown) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "No transition delegate is called '%s'; known are a-first, b-second, c-third", unknown);
  }

  @Test
  void aDelegateTwiceIsRefused() {
    assertThatThrownBy(() -> parse("drawn:7:a-first,b-second,a-first"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Expected each delegate once");
  }

  @Test
  void aHugeChoiceIsRefusedAndNotSaidAgain() {
    assertThatThrownBy(() -> parse("x".repeat(1_000_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 200 characters, got 1000000");
    assertThatThrownBy(() -> parse("x".repeat(200))).hasMessageContaining("is called");
    assertThatThrownBy(() -> parse("x".repeat(201))).hasMessageContaining("at most 200");
  }

  private static DelegateChoice parse(String text) {
    return DelegateChoice.parse(text, KNOWN);
  }
}
