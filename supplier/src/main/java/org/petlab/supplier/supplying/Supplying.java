package org.petlab.supplier.supplying;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import org.petlab.documents.SupplierOrder;
import org.petlab.supplier.shipping.Shipping;

/** Books a supplier order and ships what is there. */
@ApplicationScoped
public class Supplying {
  @PersistenceContext private EntityManager entities;
  @Inject private Shipping shipping;

  public void supply(SupplierOrder document) {
    CustomerOrder known =
        entities.find(
            CustomerOrder.class, document.getDocumentId(), LockModeType.PESSIMISTIC_WRITE);
    if (known != null) {
      known.noteRepetition();
      return;
    }
    CustomerOrder order = CustomerOrder.of(document);
    entities.persist(order);
    shipping.shipWhatIsThere(order);
  }
}
