package org.petlab.storefront.checkout;

import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.customers.DeliveryAddress;

/** What a customer has submitted; it has no number yet. */
public record Order(String customer, DeliveryAddress address, Card card, Cart cart) {}
