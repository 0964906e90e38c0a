package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.petlab.documents.PurchaseOrder;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class DocumentsTest {
  private static final String EXAMPLE = example("purchase-order");

  @Test
  void whatIsWrittenIsReadUnchanged() {
    PurchaseOrder purchase = Documents.read(EXAMPLE, PurchaseOrder.class);
    PurchaseOrder again = Documents.read(Documents.write(purchase), PurchaseOrder.class);
    assertThat(again).usingRecursiveComparison().isEqualTo(purchase);
    assertThat(again.getPlacedAt()).hasToString("2026-11-21T10:15:30.123456789Z");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void whatIsMalformedIsRefusedWithAReason(String what, String xml, String reason) {
    assertThatThrownBy(() -> Documents.read(xml, PurchaseOrder.class))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining(reason);
  }

  static Stream<Arguments> malformed() {
    String bomb =
        "<!DOCTYPE PurchaseOrder [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
            + EXAMPLE.substring(EXAMPLE.indexOf("<PurchaseOrder")).replace("Ada", "&b;");
    return Stream.of(
        Arguments.of("broken", EXAMPLE.substring(0, 200), "must be terminated by"),
        Arguments.of("not XML", "hello", "not allowed in prolog"),
        Arguments.of("empty", "", "Premature end"),
        Arguments.of("entity bomb", bomb, "DOCTYPE is disallowed"),
        Arguments.of(
            "external DTD",
            "<!DOCTYPE PurchaseOrder SYSTEM \"file:///etc/passwd\">"
                + EXAMPLE.substring(EXAMPLE.indexOf("<PurchaseOrder")),
            "DOCTYPE is disallowed"),
        Arguments.of(
            "wrong namespace",
            EXAMPLE.replace("urn:petlab:documents:1", "urn:other"),
            "Cannot find the declaration"),
        Arguments.of("other document", example("supplier-order"), "Expected a PurchaseOrder"),
        Arguments.of(
            "no quantity", EXAMPLE.replace("<quantity>2<", "<quantity>0<"), "minInclusive"),
        Arguments.of(
            "no time zone", EXAMPLE.replace("123456789Z", "123"), "is not a time with its zone"),
        Arguments.of(
            "long order id",
            EXAMPLE.replace("<orderId>", "<orderId>" + "1".repeat(20)),
            "maxLength"),
        Arguments.of("negative price", EXAMPLE.replace(">16.50<", ">-16.50<"), "minInclusive"),
        Arguments.of("10 MB", EXAMPLE + " ".repeat(10 << 20), "may have 1048576 characters"));
  }

  @Test
  void whatWasReadBeforeDoesNotShow() {
    PurchaseOrder first = Documents.read(EXAMPLE, PurchaseOrder.class);
    String line = EXAMPLE.substring(EXAMPLE.indexOf("<line>"), EXAMPLE.indexOf("</lines>"));
    String other = EXAMPLE.replace("</lines>", line + "</lines>").replace("Ada", "Grace");
    PurchaseOrder second = Documents.read(other, PurchaseOrder.class);
    assertThat(first.getLines().getLine()).hasSize(1);
    assertThat(second.getLines().getLine()).hasSize(2);
    refused(EXAMPLE.replace("<quantity>2<", "<quantity>0<"));
    refused(EXAMPLE.substring(0, 200));
    assertThat(Documents.read(EXAMPLE, PurchaseOrder.class))
        .usingRecursiveComparison()
        .isEqualTo(first);
    assertThat(Documents.read(other, PurchaseOrder.class))
        .usingRecursiveComparison()
        .isEqualTo(second);
  }

  @Test
  void documentsAreReadSideBySide() {
    String supplierOrder = example("supplier-order");
    PurchaseOrder purchase = Documents.read(EXAMPLE, PurchaseOrder.class);
    IntStream.range(0, 400)
        .parallel()
        .forEach(
            each -> {
              String id = "%05d".formatted(each);
              PurchaseOrder read =
                  Documents.read(
                      EXAMPLE.replaceAll("<orderId>[^<]*<", "<orderId>" + id + "<"),
                      PurchaseOrder.class);
              assertThat(read.getOrderId()).isEqualTo(id);
              assertThat(read.getPlacedAt()).isEqualTo(purchase.getPlacedAt());
              Documents.read(supplierOrder, SupplierOrder.class);
            });
  }

  @Test
  void aParserIsSpentWhenItHasReadAsMuchAsTheLongestDocument() throws Exception {
    DocumentParser parser = Documents.parser();
    for (int read = EXAMPLE.length(); read <= Documents.MAX_CHARACTERS; read += EXAMPLE.length()) {
      parser.parse(EXAMPLE);
      assertThat(parser.isSpent()).isFalse();
    }
    parser.parse(EXAMPLE);
    assertThat(parser.isSpent()).isTrue();
  }

  @Test
  void deepNestingIsRefused() {
    String deep =
        "<a>".repeat(BoundedReader.MAX_DEPTH + 1) + "</a>".repeat(BoundedReader.MAX_DEPTH + 1);
    assertThatThrownBy(() -> new BoundedReader().parse(new InputSource(new StringReader(deep))))
        .isInstanceOf(SAXException.class)
        .hasMessage("Elements are nested more than 32 deep");
  }

  @Test
  void aDocumentKnowsWhatItIs() {
    SupplierOrder order = Documents.read(example("supplier-order"), SupplierOrder.class);
    assertThat(Documents.of("10001-S", "10001", order).type().element()).isEqualTo("SupplierOrder");
  }

  private static void refused(String xml) {
    assertThatThrownBy(() -> Documents.read(xml, PurchaseOrder.class))
        .isInstanceOf(UnreadableDocumentException.class);
  }

  static String example(String name) {
    try (InputStream file =
        DocumentsTest.class.getResourceAsStream("/petlab/examples/" + name + ".xml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
