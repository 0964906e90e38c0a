package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.documents.RefusalCode;

class EnvelopeTest {
  private static final String NS = "xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'";
  private static final String DOCUMENT = "<Invoice xmlns='urn:petlab:documents:1'>%s</Invoice>";
  private static final String GOOD =
      "<s:Envelope " + NS + "><s:Body>" + DOCUMENT + "</s:Body></s:Envelope>";
  private static final String PARTS = "<s:Envelope " + NS + ">%s</s:Envelope>";
  private static final String BODY = "<s:Body><Invoice xmlns='urn:petlab:documents:1'/></s:Body>";
  private static final String DOCTYPE =
      "<?xml version='1.0' encoding='%s'?><!DOCTYPE a [<!ENTITY b 'c'>]>" + GOOD;
  private static final int LONG = 900_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        BODY,
        "\n <!-- c --> " + BODY + " ",
        "<s:Header/>" + BODY,
        "<s:Header><h:a xmlns:h='u:h' s:mustUnderstand='0'>text</h:a></s:Header>" + BODY,
        "<s:Header><h:a xmlns:h='u:h' s:mustUnderstand='1' s:actor='u:other'/></s:Header>" + BODY
      })
  void aMessageIsLetThrough(String parts) {
    assertThat(problem(PARTS.formatted(parts))).isEmpty();
    assertThat(Envelope.problem(utf8(PARTS.formatted(parts)), null, "Invoice")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "ISO-8859-1", "IBM037"})
  void anotherEncodingIsRefused(String encoding) {
    String message = "<?xml version='1.0' encoding='%s'?>".formatted(encoding) + GOOD.formatted("");
    byte[] bytes = message.getBytes(Charset.forName(encoding));
    assertThat(Envelope.problem(bytes, null, "Invoice"))
        .hasValueSatisfying(
            problem -> assertThat(problem.code()).isEqualTo(RefusalCode.WRONG_CONTENT_TYPE));
  }

  @Test
  void aDoctypeIsRefused() {
    assertRefused(DOCTYPE.formatted("UTF-8", "&b;"), "document type");
  }

  @Test
  void whatTheTransportSaysOfTheEncodingCounts() {
    assertRefused(DOCTYPE.formatted("IBM037", "&b;"), "document type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a cat, please", "<a", "<a></b>", "<a/><b/>", "<a>&b;</a>"})
  void whatIsNotWellFormedIsRefusedInOneLine(String xml) {
    Optional<EnvelopeProblem> found = problem(GOOD.formatted(xml + "<"));
    assertThat(found)
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.isMessage()).isFalse();
              assertThat(problem.reason()).startsWith("Not well-formed").doesNotContain("\n");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<Envelope/>", "<Envelope xmlns='http://www.w3.org/2003/05/soap-envelope'/>"})
  void anotherRootIsRefused(String message) {
    assertRefused(message, "Expected an Envelope of SOAP 1.1, found another root element");
  }

  /** Of a second document nobody would ever hear again. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<s:Header/>",
        "<s:Body/>",
        "<s:Body><!-- c --><Invoice xmlns='urn:petlab:documents:1'/></s:Body>",
        "<s:Body><Invoice xmlns='urn:petlab:documents:1'/><!-- c --></s:Body>",
        "<s:Body> </s:Body>",
        "<s:Body>text</s:Body>",
        "<s:Body><Invoice/></s:Body>",
        "<s:Body><a/></s:Body>",
        "<s:Body><s:Fault/></s:Body>",
        BODY + BODY,
        BODY + "<s:Header/>",
        BODY + "<a/>",
        BODY + "text",
        "<s:Header/><s:Header/>" + BODY,
        "<a/>" + BODY,
        "text" + BODY,
        "<s:Body><Invoice xmlns='urn:petlab:documents:1'/>text</s:Body>",
        "<s:Body><Invoice xmlns='urn:petlab:documents:1'/><Invoice xmlns='urn:petlab:documents:1'/></s:Body>",
        "<s:Body><Invoice xmlns='urn:petlab:documents:1'/><a/></s:Body>",
        "<s:Body><PurchaseOrder xmlns='urn:petlab:documents:1'/></s:Body>"
      })
  void whatIsNotOneDocumentInOneBodyIsRefused(String parts) {
    assertThat(problem(PARTS.formatted(parts)))
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.reason()).startsWith("Expected");
              assertThat(problem.code()).isEqualTo(RefusalCode.UNREADABLE_DOCUMENT);
              assertThat(problem.isMessage()).isTrue();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s:mustUnderstand='1'",
        "s:mustUnderstand='true'",
        "s:mustUnderstand=' 1 ' s:actor='http://schemas.xmlsoap.org/soap/actor/next'",
        "s:mustUnderstand='1' s:actor=''"
      })
  void aHeaderThatMustBeUnderstoodIsNot(String attributes) {
    String header = "<s:Header><a/><h:Security xmlns:h='u:h' " + attributes + "/></s:Header>";
    assertThat(problem(PARTS.formatted(header + BODY)))
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.code()).isEqualTo(RefusalCode.NOT_UNDERSTOOD);
              assertThat(problem.reason()).endsWith("this one must be: Security");
            });
  }

  @Test
  void whatTheLaterParsersWouldNotReadIsRefused() {
    assertRefused("<?xml version='1.1'?>" + GOOD.formatted(""), "Expected XML 1.0");
    assertRefused(GOOD.formatted("<?a b?>"), "processing instruction");
    assertRefused(GOOD.formatted("&b;"), "");
    assertRefused(GOOD.formatted("<a>".repeat(100_000)), "Elements are nested more than 34 deep");
    assertRefused(GOOD.formatted("<a/>".repeat(3_000)), "more than 2000 elements");
    assertRefused(GOOD.formatted("x".repeat(LONG)), "more than 20000 characters");
    assertRefused(GOOD.formatted("x<!-- -->".repeat(20_001)), "more than 20000 characters");
    assertRefused(GOOD.formatted("<a b='" + "x".repeat(LONG) + "'/>"), "more than 20000");
    assertRefused(GOOD.formatted("<a xmlns='" + "x".repeat(LONG) + "'/>"), "");
    assertRefused(GOOD.formatted("<" + "a".repeat(LONG) + "/>"), "");
    assertRefused(GOOD.formatted("<a " + numbered(" xmlns:n%d='u:%d'") + "/>"), "2000");
    assertRefused(GOOD.formatted("<a " + numbered(" a%d='%d'") + "/>"), "64");
    assertRefused("<a>" + GOOD.formatted("") + "</a>", "another root");
  }

  @Test
  void aCardsNumberIsNotSaidAgain() {
    assertThat(problem("<a>4111 1111 1111 1111</4111 1111 1111 1111>"))
        .hasValueSatisfying(problem -> assertThat(problem.reason()).doesNotContain("4111 1111"));
  }

  private static String numbered(String each) {
    return IntStream.range(0, 25_000)
        .mapToObj(number -> each.formatted(number, number))
        .collect(Collectors.joining());
  }

  private static void assertRefused(String message, String reason) {
    Optional<EnvelopeProblem> found =
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> problem(message));
    assertThat(found)
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.reason()).contains(reason).hasSizeLessThan(301);
              assertThat(problem.code()).isEqualTo(RefusalCode.UNREADABLE_DOCUMENT);
            });
  }

  private static Optional<EnvelopeProblem> problem(String message) {
    return Envelope.problem(utf8(message), "UTF-8", "Invoice");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
