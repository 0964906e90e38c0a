/**
 * What became of an order in this application, step by step, for people to look at. Unlike {@link
 * org.petlab.workflow.observability.measuring} it is always there (unless the bed says {@code
 * history=off}), and it is never measured with: {@link
 * org.petlab.workflow.observability.history.StepHistory} buffers a step in memory when its
 * transaction is over, {@link org.petlab.workflow.observability.history.HistoryWriter} writes the
 * records into the table {@code step_record} half a second later, in a transaction of its own. The
 * step pays for an entry in memory, not for the database; a crash loses at most the records of that
 * half second.
 */
package org.petlab.workflow.observability.history;
