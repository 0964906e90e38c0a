package org.petlab.storefront.status;

import java.util.Arrays;
import java.util.Locale;

/** What the store can tell a customer about an order. */
public enum OrderStatus {
  PENDING("We have your order and are checking it."),
  APPROVED("Your order is approved; the supplier is looking for your animals."),
  SHIPPED_PART("A part of your order is on its way; the rest will follow."),
  COMPLETED("Your order is complete: everything is on its way."),
  DENIED("Your order was refused. You are told the reason by mail."),
  ON_ITS_WAY("Your order is on its way to our order processing center."),
  UNKNOWN("The status of your order is not available right now. Please check again later.");

  private final String sentence;

  OrderStatus(String sentence) {
    this.sentence = sentence;
  }

  public String getSentence() {
    return sentence;
  }

  /** Such as "shipped part". */
  public String getLabel() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** How a page colours it: {@code plenty} for good, {@code few} for wait, {@code none} for bad. */
  public String getTone() {
    return switch (this) {
      case COMPLETED -> "plenty";
      case DENIED -> "none";
      case UNKNOWN -> "unknown";
      default -> "few";
    };
  }

  static OrderStatus named(String name) {
    return Arrays.stream(values())
        .filter(state -> state.name().equals(name))
        .findFirst()
        .orElse(UNKNOWN);
  }
}
