/**
 * The storefront: where an order begins.
 *
 * <ol>
 *   <li>{@code catalog}: categories, products and items, shown from memory
 *   <li>{@code cart}: what a visitor wants to buy
 *   <li>{@code stock}: how much there is of an item, asked of the supplier and kept for seconds
 *   <li>{@code profiles}: what a customer has told the store
 *   <li>{@code customers}: accounts and sign-on
 *   <li>{@code shopping}: the pages of a visit that is under way: the store's front and the cart
 *   <li>{@code checkout}: address, card, and the step CHECKOUT, which sends the order
 *   <li>{@code status}: a customer's orders, and how far each has come, asked of the order
 *       processing center
 *   <li>{@code management}: what the lab may ask
 *   <li>{@code visit}: what is remembered of a visitor between requests
 * </ol>
 *
 * {@code visit} knows the catalog, the cart and the profile, and none of these knows a visit; pages
 * that need one stand above. Only {@code checkout} calls the workflow. Invariants: one order is one
 * transaction of the database and the send; a customer is told that an order was placed only after
 * it has committed, and that nothing was ordered only when that is certain; what was ordered leaves
 * the cart only when it was placed. No lock is held over a transaction or a call.
 */
package org.petlab.storefront;
