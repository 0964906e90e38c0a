package org.petlab.storefront.checkout;

/** What became of an order whose checkout failed. */
public enum Fate {
  /** Nobody knows yet. */
  OPEN,
  /** It was ordered after all. */
  STANDS,
  /** Nothing was ordered. */
  NOTHING
}
