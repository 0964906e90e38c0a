/**
 * The order processing center carries an order through. Its packages are the steps, in this order:
 *
 * <ol>
 *   <li>{@code receiving}: a purchase order is booked as PENDING.
 *   <li>{@code approving}: it is approved or denied, by rule or by a person; the supplier gets its
 *       order.
 *   <li>{@code invoicing}: what the supplier shipped is booked; when all is, the order is
 *       COMPLETED.
 *   <li>{@code notifying}: the customer is told of each; {@code mailing} sends.
 * </ol>
 *
 * <p>{@code administration} is for people and their programs: it reads orders and histories, and
 * calls {@code approving} with a person's decision. {@code history} gathers what the applications
 * have noted of an order's steps. Neither is called by a step.
 *
 * <p>{@code orders} holds the order and its life cycle; the steps call it, it calls nobody. Steps
 * do not call each other: they send documents. Every step locks the order first, so that what
 * arrives early waits for the step before to end. A duplicate document changes nothing but the
 * count of duplicates.
 */
package org.petlab.opc;
