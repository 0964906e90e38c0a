package org.petlab.workflow.kernel;

/**
 * What is sent: XML with the ids that tell whose it is. The document's id is the same whenever the
 * same thing is sent again, so that receivers can recognise a duplicate.
 */
public record Document(DocumentType type, String id, String orderId, String xml) {}
