/**
 * What the broker's JVM has of ours: a limit to what a foreign client sends, in every bed, and what
 * starts the broker in the JVM of an application server, as the paper had it.
 */
package org.petlab.brokeragent;
