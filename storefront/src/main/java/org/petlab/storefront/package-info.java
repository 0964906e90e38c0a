/**
 * The storefront: where an order begins.
 *
 * <ol>
 *   <li>{@code catalog}: categories, products and items, shown from memory
 *   <li>{@code cart}: what a visitor wants to buy
 *   <li>{@code customers}: accounts and sign-on
 *   <li>{@code checkout}: address, card, and the step CHECKOUT, which hands the order on
 *   <li>{@code status}: what has become of an order, asked of the order processing center
 *   <li>{@code management}: what the lab may ask
 *   <li>{@code visit}: what is remembered of a visitor between requests
 * </ol>
 *
 * Everything may call {@code visit}; {@code cart} and {@code checkout} read the catalog; only
 * {@code checkout} calls the workflow. Invariants: one order is one transaction of the database and
 * the hand-over; a customer is told an order's number only after it has committed; the cart is
 * emptied only then.
 */
package org.petlab.storefront;
