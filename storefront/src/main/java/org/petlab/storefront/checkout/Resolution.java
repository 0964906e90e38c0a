package org.petlab.storefront.checkout;

/** What became of an order whose checkout failed. */
public enum Resolution {
  /** Nobody knows yet. */
  OPEN,
  /** It was ordered after all. */
  PLACED,
  /** Nothing was ordered. */
  NOT_PLACED
}
