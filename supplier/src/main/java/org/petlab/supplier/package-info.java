/**
 * The supplier finds goods and ships them.
 *
 * <ol>
 *   <li>{@code orders}: supplier orders and their lines, as they are booked.
 *   <li>{@code supplying}: a supplier order is booked; what is in stock is shipped at once, the
 *       rest waits.
 *   <li>{@code stock}: how much there is of each item; never below zero. Goods that arrive are
 *       shipped to those who wait, the oldest order first.
 *   <li>{@code shipping}: goods leave; the order processing center gets an invoice.
 *   <li>{@code warehouse}: the pages on which a person sees all that, and books what arrives.
 * </ol>
 *
 * <p>Stock is locked before orders, and in the order of item ids, so that no two can wait for each
 * other. Goods that arrive lock their own item only.
 */
package org.petlab.supplier;
