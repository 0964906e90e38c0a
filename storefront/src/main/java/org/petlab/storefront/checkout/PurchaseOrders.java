package org.petlab.storefront.checkout;

import java.time.Instant;
import org.petlab.documents.Address;
import org.petlab.documents.Line;
import org.petlab.documents.Lines;
import org.petlab.documents.PurchaseOrder;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.cart.CartLine;
import org.petlab.storefront.profiles.DeliveryAddress;

/** Writes an order as the document that the order processing center takes. */
final class PurchaseOrders {
  private PurchaseOrders() {}

  static PurchaseOrder of(String orderId, Instant placedAt, SubmittedOrder order) {
    PurchaseOrder document = new PurchaseOrder();
    document.setOrderId(orderId);
    document.setPlacedAt(placedAt);
    document.setCustomerId(order.customer());
    document.setEmail(order.address().email());
    document.setShipTo(shipTo(order.address()));
    document.setCard(card(order.card()));
    document.setLines(lines(order.cart()));
    document.setTotal(order.cart().total());
    return document;
  }

  private static Address shipTo(DeliveryAddress to) {
    Address address = new Address();
    address.setName(to.name());
    address.setStreet(to.street());
    address.setCity(to.city());
    address.setPostalCode(to.postalCode());
    address.setCountry(to.country());
    address.setTelephone(to.telephone());
    return address;
  }

  private static org.petlab.documents.Card card(Card given) {
    org.petlab.documents.Card card = new org.petlab.documents.Card();
    card.setNumber(given.number());
    card.setExpiry(given.expiry());
    return card;
  }

  private static Lines lines(Cart cart) {
    Lines lines = new Lines();
    cart.lines().forEach(line -> lines.getLine().add(line(line)));
    return lines;
  }

  private static Line line(CartLine of) {
    Line line = new Line();
    line.setItemId(of.item().id());
    line.setDescription(of.item().name());
    line.setQuantity(of.quantity());
    line.setUnitPrice(of.item().price());
    return line;
  }
}
