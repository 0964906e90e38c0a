package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/** The shop's form and the documents' schema take the same addresses. */
class EmailAddressTest {
  private static final String LONGEST_LABEL = "l".repeat(63);

  static Stream<String> mailable() {
    return Stream.of(
        "ada@example.org",
        "a.b+c_d-e@x",
        "1@127.example",
        "!#$%&'*+/=?^_`{|}~-@example.org",
        "l".repeat(64) + "@example.org",
        "a@" + LONGEST_LABEL + ".org",
        "a@xn--mller-kva.example",
        "a@" + (LONGEST_LABEL + ".").repeat(3) + "l".repeat(60));
  }

  static Stream<String> unmailable() {
    return Stream.of(
        "m\u00fcller@example.org",
        "ada@m\u00fcller.example",
        "a,b@example.org",
        "a@b@c",
        "",
        "a",
        "@example.org",
        "a@",
        ".a@example.org",
        "a.@example.org",
        "a..b@example.org",
        "a b@example.org",
        " a@example.org",
        "a@example.org\n",
        "\"a b\"@example.org",
        "a@[127.0.0.1]",
        "a@-x.org",
        "a@x-.org",
        "a@x..org",
        "a@.org",
        "a@org.",
        "a@x_y",
        "a(b)@example.org",
        "<a@example.org>",
        "a;b@example.org",
        "l".repeat(65) + "@example.org",
        "a@" + LONGEST_LABEL + "l.org",
        "a@" + (LONGEST_LABEL + ".").repeat(3) + "l".repeat(61));
  }

  @ParameterizedTest
  @MethodSource("mailable")
  void isTaken(String address) {
    assertThat(EmailAddress.isMailable(address)).isTrue();
    assertThat(Documents.read(orderFor(address), PurchaseOrder.class).getEmail())
        .isEqualTo(address);
  }

  @ParameterizedTest
  @MethodSource("unmailable")
  void isRefused(String address) {
    assertThat(EmailAddress.isMailable(address)).isFalse();
    assertThatThrownBy(() -> Documents.read(orderFor(address), PurchaseOrder.class))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining(address.length() > 80 ? "" : "' is not an e-mail address such as");
  }

  private static String orderFor(String address) {
    String escaped = address.replace("&", "&amp;").replace("<", "&lt;");
    String order = DocumentsTest.example("purchase-order");
    int begin = order.indexOf("<email>") + "<email>".length();
    return order.substring(0, begin) + escaped + order.substring(order.indexOf("</email>"));
  }
}
