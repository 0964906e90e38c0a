package org.petlab.storefront.checkout;

/** A card as a purchase order has it: digits only, and a month such as 12/2030. */
public record Card(String number, String expiry) {}
