package org.petlab.supplier.supplying;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import org.petlab.documents.SupplierOrder;
import org.petlab.supplier.shipping.Shipping;
import org.petlab.workflow.documents.Content;
import org.petlab.workflow.documents.LineNumbers;
import org.petlab.workflow.documents.UnreadableDocumentException;

/** Books a supplier order and ships what is there. */
@ApplicationScoped
public class Supplying {
  @PersistenceContext private EntityManager entities;
  @Inject private Shipping shipping;

  /**
   * Demands what a schema cannot say, at whichever entrance the order came.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  static void check(SupplierOrder document) {
    LineNumbers.complete(document.getLines().getLine());
  }

  public void supply(SupplierOrder document) {
    check(document);
    CustomerOrder known =
        entities.find(
            CustomerOrder.class, document.getDocumentId(), LockModeType.PESSIMISTIC_WRITE);
    if (known != null) {
      Content.demandSame(
          "Supplier order " + known.documentId(), known.content(), Content.of(document));
      known.noteRepetition();
      return;
    }
    CustomerOrder order = CustomerOrder.of(document);
    entities.persist(order);
    shipping.shipWhatIsThere(order);
  }
}
