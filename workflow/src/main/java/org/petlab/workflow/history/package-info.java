/**
 * What became of an order in this application, step by step, for people to look at. Unlike {@link
 * org.petlab.workflow.measuring} it is always there (unless the bed says {@code history=off}), and
 * it is never measured with: {@link org.petlab.workflow.history.StepHistory} notes a step in memory
 * when its transaction is over, {@link org.petlab.workflow.history.WritingBehind} writes the notes
 * into the table {@code step_taken} half a second later, in a transaction of its own. The step pays
 * for a note, not for the database; a crash loses at most the notes of that half second.
 */
package org.petlab.workflow.history;
