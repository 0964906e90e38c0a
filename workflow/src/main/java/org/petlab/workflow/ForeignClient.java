package org.petlab.workflow;

import org.petlab.workflow.documents.UnreadableDocumentException;

/**
 * A program that is no part of the bed and submits orders, by SOAP or by JMS, with a credential of
 * its own. The storefront numbers its orders itself; so that no two orders share a number, those of
 * a foreign client begin with a letter and a dash that the storefront never uses.
 */
public final class ForeignClient {
  public static final String NAME = "foreign-client";
  public static final String ORDER_IDS = "F-";

  private ForeignClient() {}

  public static boolean mayUse(Transition transition) {
    return transition == Transition.ORDER_SUBMISSION;
  }

  /**
   * @throws UnreadableDocumentException when the order's id is not one of its own
   */
  public static void demandOwnOrderId(String orderId) {
    if (!orderId.startsWith(ORDER_IDS)) {
      throw new UnreadableDocumentException(
          "Order id %s: those of a foreign client begin with %s, such as %s1001"
              .formatted(orderId, ORDER_IDS, ORDER_IDS));
    }
  }
}
