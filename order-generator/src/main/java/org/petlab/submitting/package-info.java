/**
 * Orders that a program submits by the service interfaces of the order processing center, without
 * pages: so many in flight at once, or when they are due.
 *
 * <p>The lab decides everything beforehand and writes it into a folder, which {@link OrderPlan}
 * reads. {@link Submitters} take the orders in turn and hand each to an {@link Entrance}; {@link
 * CompletionMails} tells when an order is complete. What became of each is written down as by the
 * generator of open loads.
 */
package org.petlab.submitting;
