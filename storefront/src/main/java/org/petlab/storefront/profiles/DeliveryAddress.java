package org.petlab.storefront.profiles;

import java.io.Serializable;

/** Where an order is to go, and how its customer is reached. */
public record DeliveryAddress(
    String givenName,
    String familyName,
    String street,
    String city,
    String postalCode,
    String country,
    String telephone,
    String email)
    implements Serializable {

  public String name() {
    return givenName + " " + familyName;
  }
}
