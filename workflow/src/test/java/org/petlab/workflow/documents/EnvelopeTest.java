package org.petlab.workflow.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
  private static final String GOOD =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>%s</s:Body></s:Envelope>";
  private static final String DOCTYPE =
      "<?xml version='1.0' encoding='%s'?><!DOCTYPE a [<!ENTITY b 'c'>]>" + GOOD;

  @Test
  void aMessageIsLetThrough() {
    assertThat(Envelope.problem(utf8(GOOD.formatted("<a b='c'>d<!-- e --></a>")), "UTF-8"))
        .isEmpty();
    assertThat(Envelope.problem(utf8(GOOD.formatted("")), null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "ISO-8859-1"})
  void aDoctypeIsSeenInAnyEncoding(String encoding) {
    String message = DOCTYPE.formatted(encoding, "&b;");
    assertThat(Envelope.problem(message.getBytes(Charset.forName(encoding)), null))
        .hasValueSatisfying(problem -> assertThat(problem).contains("document type"));
  }

  @Test
  void whatTheTransportSaysOfTheEncodingCounts() {
    assertThat(Envelope.problem(utf8(DOCTYPE.formatted("IBM037", "&b;")), "UTF-8"))
        .hasValueSatisfying(problem -> assertThat(problem).contains("document type"));
  }

  @Test
  void deepNestingIsRefused() {
    String deep = "<a>".repeat(100_000) + "</a>".repeat(100_000);
    assertThat(Envelope.problem(utf8(GOOD.formatted(deep)), "UTF-8"))
        .hasValue("Elements are nested more than 34 deep");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a cat, please", "<a", "<a></b>", "<a/><b/>", "<a>&b;</a>"})
  void whatIsNotWellFormedIsRefusedInOneLine(String xml) {
    assertThat(Envelope.problem(utf8(GOOD.formatted("").replace("</s:Body>", xml + "<")), "UTF-8"))
        .hasValueSatisfying(
            problem -> assertThat(problem).startsWith("Not well-formed").doesNotContain("\n"));
  }

  @Test
  void anotherRootIsRefused() {
    assertThat(Envelope.problem(utf8("<Envelope/>"), "UTF-8"))
        .hasValue("Expected an Envelope of SOAP 1.1, found another root element");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
