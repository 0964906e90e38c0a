/**
 * Observes orders while they are processed; no step and no transport knows of it.
 *
 * <p>A step costs an entry in memory, a counter, a histogram and a field of its thread; whatever
 * needs the database, the broker or the server is asked when somebody asks for it.
 */
package org.petlab.workflow.observability;
