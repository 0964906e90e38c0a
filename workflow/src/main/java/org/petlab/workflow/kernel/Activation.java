package org.petlab.workflow.kernel;

/**
 * What has activated a step.
 *
 * @param sentNanos wall clock at which the send began; 0 when nothing was sent
 * @param deliveries 1 at the first delivery
 */
public record Activation(String orderId, String documentId, int deliveries, long sentNanos) {}
