/**
 * Narayana as the transaction manager of a Payara server, through the server's own delegate
 * interface.
 *
 * <ul>
 *   <li>{@link org.petlab.transactions.NarayanaDelegate} is what Payara finds and calls. It leaves
 *       beginning and ending to {@link org.petlab.transactions.ThreadTransactions} and resources
 *       without XA to {@link org.petlab.transactions.LastAgents}. {@link
 *       org.petlab.transactions.AbstractDelegate} is the part of the same interface that is not
 *       about one transaction: administration, and what is refused.
 *   <li>{@link org.petlab.transactions.NarayanaTransaction} is Payara's view of one transaction.
 *   <li>{@link org.petlab.transactions.Narayana} is the running manager: started at the first need,
 *       once for the JVM, from {@link org.petlab.transactions.TransactionSettings} by {@link
 *       org.petlab.transactions.NarayanaConfiguration} and {@link
 *       org.petlab.transactions.LogStore}.
 *   <li>{@link org.petlab.transactions.Recovery} finishes what a crash left, over the resources
 *       that {@link org.petlab.transactions.RecoverableResources} finds in the server's pools;
 *       {@link org.petlab.transactions.ExpectedResources} says whether those are all.
 *   <li>{@link org.petlab.transactions.TransactionManagerMXBean} says what really runs.
 *   <li>{@link org.petlab.transactions.Faults} is the seam for crash points; only the bundle with
 *       faults has any.
 * </ul>
 *
 * <p>Invariants: a distributed transaction of Payara is exactly one of Narayana; Narayana's thread
 * association follows Payara's; without the setting {@code petlab.transaction-manager=narayana}
 * nothing here is active.
 */
package org.petlab.transactions;
