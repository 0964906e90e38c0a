package org.petlab.workflow.kernel;

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
   * Requires that who submits an order may do so, and gave it an id of its own and not of the
   * other's.
   *
   * @param sender its name, or that of the application
   * @throws UnreadableDocumentException when it may not
   */
  public static void requireOwnOrderId(String sender, String orderId) {
    boolean foreign = NAME.equals(sender);
    if (!foreign && !Transition.ORDER_SUBMISSION.sender().id().equals(sender)) {
      throw new UnreadableDocumentException(
          "Order id %s: orders come from the %s or from %s, not from %s"
              .formatted(orderId, Transition.ORDER_SUBMISSION.sender(), NAME, sender));
    }
    if (foreign != orderId.startsWith(ORDER_IDS)) {
      throw new UnreadableDocumentException(
          "Order id %s: those of a foreign client begin with %s, such as %s1001, and no others do"
              .formatted(orderId, ORDER_IDS, ORDER_IDS));
    }
  }
}
