package org.petlab.workflow.kernel.documents;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.petlab.documents.Address;
import org.petlab.documents.Invoice;
import org.petlab.documents.Line;
import org.petlab.documents.PurchaseOrder;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/**
 * What tells whether two documents of the same id say the same: a digest of what they say, but for
 * the moment at which they were made, which is another when a step is done again. The lines are
 * numbered.
 */
public final class Content {
  // Neither can stand in XML 1.0.
  private static final char END = '\u001f';
  private static final String NONE = "\u001e";

  private Content() {}

  /** Of a document that may come from outside. */
  public static String of(Object document) {
    return switch (document) {
      case PurchaseOrder purchase -> of(purchase);
      case SupplierOrder order -> of(order);
      case Invoice invoice -> of(invoice);
      default -> throw new IllegalArgumentException(document.getClass() + " has no content here");
    };
  }

  public static String of(PurchaseOrder order) {
    return digest(
        Stream.of(
                List.of(order.getOrderId(), order.getCustomerId(), order.getEmail()),
                of(order.getShipTo()),
                List.of(order.getCard().getNumber(), order.getCard().getExpiry()),
                of(order.getLines().getLine()))
            .flatMap(List::stream));
  }

  public static String of(SupplierOrder order) {
    return digest(
        Stream.of(
                List.of(order.getOrderId()), of(order.getShipTo()), of(order.getLines().getLine()))
            .flatMap(List::stream));
  }

  public static String of(Invoice invoice) {
    return digest(
        Stream.of(List.of(invoice.getOrderId()), of(invoice.getLines().getLine()))
            .flatMap(List::stream));
  }

  /**
   * Requires that a document that was booked says the same as the one that came now.
   *
   * @param what the document, for the sentence that says that it does not
   * @param booked null when nobody knows what the first one said
   * @throws UnreadableDocumentException when it says something else
   */
  public static void requireSame(String what, String booked, String now) {
    if (booked != null && !booked.equals(now)) {
      throw new UnreadableDocumentException(
          what + " is known already, with other content: send a new one with an id of its own");
    }
  }

  private static List<String> of(Address to) {
    return List.of(
        to.getName(),
        to.getStreet(),
        to.getCity(),
        to.getPostalCode(),
        to.getCountry(),
        to.getTelephone() == null ? NONE : to.getTelephone());
  }

  private static List<String> of(List<Line> lines) {
    return lines.stream()
        .flatMap(
            line ->
                Stream.of(
                    line.getNumber().toString(),
                    line.getItemId(),
                    line.getDescription(),
                    Integer.toString(line.getQuantity()),
                    line.getUnitPrice().stripTrailingZeros().toPlainString()))
        .toList();
  }

  private static String digest(Stream<String> values) {
    StringBuilder text = new StringBuilder();
    values.forEach(value -> text.append(value).append(END));
    try {
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
