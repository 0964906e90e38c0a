/**
 * Customers who come when they are due, whatever became of those before them, played by Hyperfoil.
 *
 * <p>The lab decides everything beforehand and writes it into a folder: {@link LoadPlan} reads it.
 * {@link Arrivals} hands the arrivals to idle sessions, {@link Visit} is what one session does with
 * one of them, {@link OpenLoad} puts both into Hyperfoil's words, and {@link RequestLog} writes
 * down what became of each request. Nothing here draws by chance.
 */
package org.petlab.load;
