/**
 * An application whose only work is to make transactions of every kind in the real server. The
 * tests of a bed deploy it, no bed has it otherwise, and who has not the bed's management token is
 * not let in.
 *
 * <p>A {@link org.petlab.transactions.probe.ProbeResource} call is one transaction, or two, over
 * {@link org.petlab.transactions.probe.Participants}: the database and the broker by the server's
 * own pools, a database connection without XA, and an XA resource of the probe's own. What became
 * of them is to be seen from outside; only the order in which they end is told by the {@link
 * org.petlab.transactions.probe.Trace}.
 */
package org.petlab.transactions.probe;
