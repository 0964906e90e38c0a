/**
 * Crash points within the ending of a distributed transaction. Only the bundle with the classifier
 * {@code faults} contains this package, and it is used only with {@code petlab.faults=true}.
 *
 * <p>{@link org.petlab.transactions.faults.CrashPoints} holds at most one {@link
 * org.petlab.transactions.faults.Charge}: at which {@link
 * org.petlab.transactions.faults.CrashPoint}, at which passing of it, does what. {@link
 * org.petlab.transactions.faults.WatchedResource} stands around each XA resource and says to {@link
 * org.petlab.transactions.faults.WatchedTransaction} what passes.
 */
package org.petlab.transactions.faults;
