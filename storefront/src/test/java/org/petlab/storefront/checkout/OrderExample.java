package org.petlab.storefront.checkout;

import java.math.BigDecimal;
import java.util.Map;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.catalog.Item;
import org.petlab.storefront.customers.AddressForm;

/** An order as the load scenario places it. */
final class OrderExample {
  static final Map<String, String> ADDRESS =
      Map.of(
          "given_name", "Ada",
          "family_name", "Byron",
          "street", "12 St James Square",
          "city", "London",
          "postal_code", "SW1Y 4JH",
          "country", "United Kingdom",
          "telephone", "020 7946 0000",
          "email", "customer1@example.org");

  private OrderExample() {}

  static SubmittedOrder order() {
    return orderOf(ADDRESS, cart());
  }

  static SubmittedOrder orderOf(Map<String, String> address, Cart cart) {
    return new SubmittedOrder(
        "customer1",
        AddressForm.address(AddressForm.read(address::get)),
        new Card("4111111111111111", "12/2030"),
        cart);
  }

  private static Cart cart() {
    return Cart.EMPTY.plus(
        new Item("EST-1", "FI-SW-01", "Large angelfish", "", new BigDecimal("16.50")), 2);
  }
}
