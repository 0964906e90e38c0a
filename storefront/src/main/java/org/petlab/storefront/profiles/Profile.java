package org.petlab.storefront.profiles;

import java.io.Serializable;

/**
 * What a customer has told the store beside name and password.
 *
 * @param email empty when it was never given
 * @param address null when it was never given; it is there wholly or not at all
 * @param favouriteCategory a category's id; empty when there is none
 */
public record Profile(String email, DeliveryAddress address, String favouriteCategory)
    implements Serializable {
  public static final Profile EMPTY = new Profile("", null, "");
}
