package org.petlab.storefront.cart;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.catalog.Item;

/** What a visitor wants to buy, one line an item. Never changes: each change makes another cart. */
public record Cart(List<CartLine> lines) implements Serializable {
  public static final Cart EMPTY = new Cart(List.of());
  public static final int MAX_QUANTITY = 999;
  // A purchase order may have no more (its XSD).
  static final int MAX_LINES = 100;

  public Cart {
    lines = List.copyOf(lines);
  }

  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /** The number of animals. */
  public int size() {
    return lines.stream().mapToInt(CartLine::quantity).sum();
  }

  public BigDecimal total() {
    return lines.stream().map(CartLine::total).reduce(new BigDecimal("0.00"), BigDecimal::add);
  }

  /** So many more of an item. */
  public Cart plus(Item item, int quantity) {
    if (quantityOf(item.id()) > 0) {
      return with(item.id(), quantityOf(item.id()) + quantity);
    }
    if (lines.size() == MAX_LINES) {
      throw HttpProblem.badRequest("A cart may hold at most " + MAX_LINES + " different items.");
    }
    List<CartLine> more = new ArrayList<>(lines);
    more.add(new CartLine(item, checked(quantity)));
    return new Cart(more);
  }

  /**
   * Exactly so many of an item that is in the cart. None removes it, and changes nothing where a
   * click before has removed it.
   */
  public Cart with(String itemId, int quantity) {
    if (quantityOf(itemId) == 0) {
      if (quantity == 0) {
        return this;
      }
      throw HttpProblem.notFound("That item is not in your cart.");
    }
    return new Cart(
        lines.stream()
            .map(line -> line.item().id().equals(itemId) ? changed(line, quantity) : line)
            .filter(line -> line.quantity() > 0)
            .toList());
  }

  /** What is left when these are taken out. */
  public Cart without(Cart others) {
    return new Cart(
        lines.stream()
            .map(line -> new CartLine(line.item(), left(line, others)))
            .filter(line -> line.quantity() > 0)
            .toList());
  }

  private static int left(CartLine line, Cart others) {
    return Math.max(0, line.quantity() - others.quantityOf(line.item().id()));
  }

  /** The lines in the short form of the records, such as {@code EST-1:2;EST-4:1}. */
  public String shortForm() {
    return lines.stream()
        .map(line -> line.item().id() + ":" + line.quantity())
        .collect(Collectors.joining(";"));
  }

  private int quantityOf(String itemId) {
    return lines.stream()
        .filter(line -> line.item().id().equals(itemId))
        .mapToInt(CartLine::quantity)
        .findFirst()
        .orElse(0);
  }

  private static CartLine changed(CartLine line, int quantity) {
    return new CartLine(line.item(), checked(quantity));
  }

  private static int checked(int quantity) {
    if (quantity < 0 || quantity > MAX_QUANTITY) {
      throw HttpProblem.badRequest("You can buy 1 to " + MAX_QUANTITY + " of an item.");
    }
    return quantity;
  }
}
