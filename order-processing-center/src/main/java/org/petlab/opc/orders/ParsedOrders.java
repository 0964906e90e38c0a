package org.petlab.opc.orders;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.kernel.documents.Documents;

/**
 * The purchase orders that were received a moment ago, so that the next step need not parse them
 * again: to read one costs a third of a millisecond. What is not here any more is parsed.
 *
 * <p>An order is found by its whole text, so it does not matter whether the step that kept it was
 * committed. Orders that are kept must not be changed.
 */
@ApplicationScoped
public class ParsedOrders {
  // A new one takes the place of an old one: more than are ever between two steps, seldom missed.
  private static final int PLACES = 256;
  private static final int MAX_CHARACTERS = 16_384;

  private final AtomicReferenceArray<Parsed> places = new AtomicReferenceArray<>(PLACES);

  private record Parsed(String xml, PurchaseOrder purchase) {}

  public void keep(PurchaseOrder purchase, String xml) {
    if (xml.length() <= MAX_CHARACTERS) {
      places.set(place(purchase.getOrderId()), new Parsed(xml, purchase));
    }
  }

  /** What an order's document says. */
  public PurchaseOrder of(Order order) {
    int place = place(order.id());
    Parsed kept = places.get(place);
    if (kept == null || !kept.xml().equals(order.document())) {
      return Documents.read(order.document(), PurchaseOrder.class);
    }
    places.compareAndSet(place, kept, null);
    return kept.purchase();
  }

  private static int place(String orderId) {
    return Math.floorMod(orderId.hashCode(), PLACES);
  }
}
