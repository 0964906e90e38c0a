package org.petlab.supplier.supplying;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.math.BigDecimal;
import org.petlab.documents.SupplierOrder;
import org.petlab.supplier.orders.SupplierOrderEntity;
import org.petlab.supplier.shipping.Shipping;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.petlab.workflow.kernel.documents.Content;
import org.petlab.workflow.kernel.documents.LineNumbers;

/** Books a supplier order and ships what is there. */
@ApplicationScoped
public class Supplying {
  // The type Money of the documents' schema.
  private static final BigDecimal MAX_TOTAL = new BigDecimal("9999999999.99");

  @PersistenceContext private EntityManager entities;
  @Inject private Shipping shipping;

  public void supply(SupplierOrder document) {
    check(document);
    SupplierOrderEntity known =
        entities.find(
            SupplierOrderEntity.class, document.getDocumentId(), LockModeType.PESSIMISTIC_WRITE);
    if (known != null) {
      requireSame(known, document);
      known.recordDuplicate();
      return;
    }
    SupplierOrderEntity order = SupplierOrderEntity.of(document);
    entities.persist(order);
    shipping.shipAvailable(order);
  }

  /**
   * Requires, for who is answered at once, that a known supplier order says the same too. Not to be
   * called within a transaction.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  void checkAtEntrance(SupplierOrder document) {
    check(document);
    SupplierOrderEntity known = entities.find(SupplierOrderEntity.class, document.getDocumentId());
    if (known != null) {
      requireSame(known, document);
    }
  }

  private static void requireSame(SupplierOrderEntity known, SupplierOrder document) {
    Content.requireSame(
        "Supplier order " + known.documentId(), known.content(), Content.of(document));
  }

  /**
   * Requires what a schema cannot say, at whichever entrance the order came.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  static void check(SupplierOrder document) {
    LineNumbers.complete(document.getLines().getLine());
    requireOnlyOneOfOrder(document);
    requireInvoiceable(document);
  }

  /** Ids of shipments and invoices come of the order's: a second supplier order repeats them. */
  private static void requireOnlyOneOfOrder(SupplierOrder document) {
    if (!document.getDocumentId().equals(document.getOrderId() + "-S")) {
      throw new UnreadableDocumentException(
          "Supplier order %s: expected the id %s-S"
              .formatted(document.getDocumentId(), document.getOrderId()));
    }
  }

  private static void requireInvoiceable(SupplierOrder document) {
    BigDecimal sum =
        document.getLines().getLine().stream()
            .map(line -> line.getUnitPrice().multiply(BigDecimal.valueOf(line.getQuantity())))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    if (sum.compareTo(MAX_TOTAL) > 0) {
      throw new UnreadableDocumentException(
          "Supplier order %s: the lines sum to %s, and an invoice may total at most %s"
              .formatted(document.getDocumentId(), sum, MAX_TOTAL));
    }
  }
}
