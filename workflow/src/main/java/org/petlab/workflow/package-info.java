/**
 * How a document moves from step to step, and who observes it. From the bottom up:
 *
 * <ol>
 *   <li>{@code kernel}: steps, transitions, documents; the seam for delegates, {@link
 *       org.petlab.workflow.kernel.TransitionDelegate}, and the one for observers, {@link
 *       org.petlab.workflow.kernel.StepListener}
 *   <li>{@code access}: who may ask an application, and how it asks another
 *   <li>{@code messaging}: {@code inbox} takes documents in, {@code transports} sends them
 *   <li>{@code observability}: listeners. {@code history} and {@code logging} are for people,
 *       {@code metrics} and {@code health} for whoever runs the store, {@code measuring} is for the
 *       lab
 *   <li>{@code management}: what the lab and operators ask and set
 * </ol>
 *
 * Each imports those below it; messaging and observability do not know each other.
 */
package org.petlab.workflow;
