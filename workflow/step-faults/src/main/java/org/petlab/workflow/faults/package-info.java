/**
 * Crash points in the work of a step, for beds with faults alone: the jar lies in WEB-INF/lib of
 * their applications, and CDI finds it there by itself. Nothing in the applications knows of it.
 *
 * <p>{@link org.petlab.workflow.faults.CrashPointListener} is told last of a step that begins, and
 * passes {@code received} then. {@link org.petlab.workflow.faults.TransitionsWithCrashPoints} is
 * around each send and passes {@code worked} before and {@code sent} after it. {@link
 * org.petlab.workflow.faults.StepPoints} leads them to the server's one registry of crash points,
 * where a fault waits at one of them.
 *
 * <p>It must stay true that a step writes its own work into the database before it sends, as {@code
 * worked} promises, and that it lets out whatever is thrown there, so that it rolls back.
 */
package org.petlab.workflow.faults;
