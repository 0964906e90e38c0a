package org.petlab.opc.orders;

/** How far an order has come. */
public enum OrderState {
  /** Booked, not yet decided; it may be waiting for a person. */
  PENDING,
  /** Paid for; the supplier has been asked to ship. */
  APPROVED,
  /** Some of it has been shipped. */
  SHIPPED_PART,
  /** All of it has been shipped. */
  COMPLETED,
  /** It will not be shipped. */
  DENIED
}
