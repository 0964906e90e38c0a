package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.documents.Invoice;
import org.petlab.documents.Mail;
import org.petlab.documents.PurchaseOrder;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/** What is read can be booked, and written again as a document that can be read. */
class BoundsTest {
  private static final String ORDER = DocumentsTest.example("purchase-order");
  private static final String INVOICE = DocumentsTest.example("invoice");
  private static final String SUPPLIER_ORDER = DocumentsTest.example("supplier-order");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T10:15:30Z",
        "2026-11-21T10:15:30.5+14:00",
        "2000-01-01T00:00:00-14:00",
        "2000-01-01T14:00:00+14:00",
        "2199-12-31T09:59:59-14:00",
        "2026-11-21T24:00:00Z"
      })
  void aTimeIsWrittenAgainAsATime(String time) {
    assertReadAgain(
        ORDER.replaceFirst("<placedAt>[^<]*", "<placedAt>" + time), PurchaseOrder.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9999-12-31T23:59:59-14:00",
        "12026-11-21T10:15:30Z",
        "-0001-11-21T10:15:30Z",
        "0000-11-21T10:15:30Z",
        "1999-12-31T23:59:59Z",
        "2199-12-31T23:59:59.999999999-14:00",
        "2000-01-01T00:00:00+14:00",
        "2200-01-01T00:00:00Z",
        "2026-11-21T10:15:30.1234567891Z",
        "2026-11-21T10:15:30",
        "2026-02-30T10:15:30Z"
      })
  void aTimeThatNoBookCanHoldIsRefused(String time) {
    assertRefused(ORDER.replaceFirst("<placedAt>[^<]*", "<placedAt>" + time), PurchaseOrder.class);
    assertRefused(INVOICE.replaceFirst("<shippedAt>[^<]*", "<shippedAt>" + time), Invoice.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9999999999.99", "0", "0.10", "007.5", "+1", "1.500"})
  void aPriceThatTheBooksHoldIsRead(String price) {
    assertReadAgain(
        ORDER.replaceFirst("<unitPrice>[^<]*", "<unitPrice>" + price), PurchaseOrder.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10000000000", "999999999999", "10000000000.00", "0.001", "-0.01", "1e3"})
  void aPriceThatNoBookCanHoldIsRefused(String price) {
    assertRefused(
        ORDER.replaceFirst("<unitPrice>[^<]*", "<unitPrice>" + price), PurchaseOrder.class);
    assertRefused(
        SUPPLIER_ORDER.replaceFirst("<unitPrice>[^<]*", "<unitPrice>" + price),
        SupplierOrder.class);
  }

  /** The ids of its mails are made from it, and have 64 characters at most. */
  @Test
  void anInvoicesIdLeavesRoomForThatOfItsMail() {
    String longest = "x".repeat(51);
    assertReadAgain(
        INVOICE.replaceFirst("<documentId>[^<]*", "<documentId>" + longest), Invoice.class);
    assertRefused(
        INVOICE.replaceFirst("<documentId>[^<]*", "<documentId>x" + longest), Invoice.class);
    assertThat(longest + "-M-shipped").hasSizeLessThanOrEqualTo(64);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1", "1.0"})
  void aControlCharacterIsRefusedInEachVersionOfXml(String version) {
    String order = ORDER.replaceFirst("<\\?xml[^>]*>", "<?xml version='" + version + "'?>");
    assertRefused(order.replaceFirst("<city>[^<]*", "<city>a&#1;b"), PurchaseOrder.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "&#x10FFFF;",
        "&#xD7FF;&#xE000;",
        "&#x85;&#x2028;",
        "&#13;&#10;&#9;",
        "&lt;&amp;]]&gt;",
        " "
      })
  void whateverXmlCanSayIsWrittenAgain(String text) {
    assertReadAgain(ORDER.replaceFirst("<city>[^<]*", "<city>" + text), PurchaseOrder.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "@", "a.", "@a", "a@a.", "1", " ", "-", "&#65;", "ä"})
  void howLongAValueIsCostsNoMoreThanItsLength(String part) {
    String adversary = part.repeat(900_000 / part.length());
    for (String element :
        new String[] {
          "orderId",
          "placedAt",
          "customerId",
          "email",
          "name",
          "number",
          "expiry",
          "itemId",
          "quantity",
          "unitPrice",
          "total"
        }) {
      assertRefusedSoon(
          ORDER.replaceFirst("<" + element + ">[^<]*", "<" + element + ">" + adversary));
    }
  }

  /** Not so many that a pattern, which is looked at first, would cost anything. */
  @Test
  void onlyAMailsBodyIsLong() {
    String mail = DocumentsTest.example("mail");
    assertReadAgain(mail.replaceFirst("<body>[^<]*", "<body>" + "x".repeat(20_000)), Mail.class);
    assertRefused(mail.replaceFirst("<body>[^<]*", "<body>" + "x".repeat(20_001)), Mail.class);
    assertThatThrownBy(
            () ->
                Documents.read(
                    ORDER.replaceFirst("<email>", "<email>" + "a".repeat(1_000)),
                    PurchaseOrder.class))
        .hasMessage("Not a valid PurchaseOrder: A text has more than 1000 characters");
  }

  @Test
  void whatIsNoTextCostsNoMoreThanItsLength() {
    StringBuilder namespaces = new StringBuilder();
    StringBuilder attributes = new StringBuilder();
    for (int number = 0; number < 25_000; number++) {
      namespaces.append(" xmlns:n").append(number).append("='u:").append(number).append("'");
      attributes.append(" a").append(number).append("='").append(number).append("'");
    }
    assertRefusedSoon(ORDER.replaceFirst("<PurchaseOrder", "<PurchaseOrder" + namespaces));
    assertRefusedSoon(ORDER.replaceFirst("<PurchaseOrder", "<PurchaseOrder" + attributes));
    assertRefusedSoon(
        ORDER.replaceFirst("<city>", "<city xml:lang='" + "a".repeat(900_000) + "'>"));
    assertRefusedSoon(ORDER.replaceFirst("<lines>", "<lines>" + "<line/>".repeat(100_000)));
    assertRefusedSoon(ORDER.replaceFirst("<lines>", "<lines>" + "<!---->".repeat(100_000) + "x"));
    assertRefusedSoon(ORDER.replaceFirst("<lines>", "<lines>" + "<?a?>".repeat(100_000) + "x"));
    assertRefusedSoon(ORDER.replaceFirst("<lines>", "<" + "l".repeat(900_000) + "/><lines>"));
  }

  private static void assertRefusedSoon(String xml) {
    assertTimeoutPreemptively(Duration.ofSeconds(5), () -> assertRefused(xml, PurchaseOrder.class));
  }

  private static <T> void assertReadAgain(String xml, Class<T> type) {
    T read = Documents.read(xml, type);
    assertThat(Documents.read(Documents.write(read), type))
        .usingRecursiveComparison()
        .isEqualTo(read);
  }

  private static void assertRefused(String xml, Class<?> type) {
    assertThatThrownBy(() -> Documents.read(xml, type))
        .isInstanceOf(UnreadableDocumentException.class);
  }
}
