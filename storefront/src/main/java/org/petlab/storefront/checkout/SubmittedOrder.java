package org.petlab.storefront.checkout;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.storefront.visit.Visit;

/** What a customer has submitted; it has no number yet. */
public record SubmittedOrder(String customer, DeliveryAddress address, Card card, Cart cart) {

  /**
   * The same as long as a visit has the same goods, prices and address; nothing is read from it.
   */
  static String offerOf(Visit visit) {
    return new SubmittedOrder(visit.getCustomer(), visit.getAddress(), null, visit.getCart())
        .offer(visit.getSalt());
  }

  /** What the customer was shown before the card was asked for, as {@link #offerOf} has it. */
  String offer(String salt) {
    String goods = cart.shortForm() + "\n" + cart.total();
    return HexFormat.of().formatHex(hash(String.join("\n", salt, customer, "" + address, goods)));
  }

  /** The same for the same order; the card's number cannot be read from it. */
  String content(String salt) {
    String all = String.join("\n", salt, customer, address.toString(), card.toString());
    String goods = cart.shortForm() + "\n" + cart.total();
    return HexFormat.of().formatHex(hash(all + "\n" + goods));
  }

  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
