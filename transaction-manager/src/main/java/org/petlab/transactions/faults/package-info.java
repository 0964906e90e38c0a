/**
 * Crash points within a step and the ending of its distributed transaction. Only the bundle with
 * the classifier {@code faults} contains this package, and it is used only with {@code
 * petlab.faults=true}.
 *
 * <p>{@link org.petlab.transactions.faults.CrashPoints} holds at most one {@link
 * org.petlab.transactions.faults.FaultSpec}: at which {@link
 * org.petlab.transactions.faults.CrashPoint}, at which {@link
 * org.petlab.transactions.faults.Occurrence} of it, does what. {@link
 * org.petlab.transactions.faults.ArmedFault} counts the hits. {@link
 * org.petlab.transactions.faults.CrashPointXAResource} is around each XA resource, {@link
 * org.petlab.transactions.faults.CrashPointLastAgent} around one without XA, and they say to {@link
 * org.petlab.transactions.faults.CrashPointTransaction} what passes; the steps of the applications
 * say it over JMX.
 *
 * <p>{@link org.petlab.transactions.faults.StepDelays} is no fault: it slows steps down by a known
 * time, of all orders or of those that are drawn, to test what measures them.
 */
package org.petlab.transactions.faults;
