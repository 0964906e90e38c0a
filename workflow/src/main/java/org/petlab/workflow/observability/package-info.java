/**
 * What a person who runs the store sees of its steps: which order a line of the log is about, and
 * the metrics. The lab's own figures do not come from here but from {@code measuring}.
 *
 * <p>A step costs a counter, a histogram and a field of its thread; whatever needs the database,
 * the broker or the server is asked when somebody asks for the metrics.
 */
package org.petlab.workflow.observability;
