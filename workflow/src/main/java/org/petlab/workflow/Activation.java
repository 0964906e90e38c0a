package org.petlab.workflow;

/**
 * What has activated a step.
 *
 * @param sentNanos wall clock at which the hand-over began; 0 when nothing was handed over
 * @param deliveries 1 at the first delivery
 */
public record Activation(String orderId, String documentId, int deliveries, long sentNanos) {}
