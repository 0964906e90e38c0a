package org.petlab.opc.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The orders that there are. */
@ApplicationScoped
public class Orders {
  @PersistenceContext private EntityManager entities;

  /** The order, locked until the step's transaction is over. */
  public Optional<Order> locked(String id) {
    return Optional.ofNullable(entities.find(Order.class, id, LockModeType.PESSIMISTIC_WRITE));
  }

  /**
   * @throws OrderNotReceivedYetException when there is no such order
   */
  public Order lock(String id) {
    return locked(id).orElseThrow(() -> new OrderNotReceivedYetException(id));
  }

  public Optional<Order> find(String id) {
    return Optional.ofNullable(entities.find(Order.class, id));
  }

  /** The state of each of these orders; those that are not there are left out. */
  public Map<String, OrderState> statesOf(Collection<String> ids) {
    return entities
        .createQuery("select o.id, o.state from Order o where o.id in :ids", Object[].class)
        .setParameter("ids", ids)
        .getResultStream()
        .collect(Collectors.toMap(row -> (String) row[0], row -> (OrderState) row[1]));
  }

  public void book(Object entity) {
    entities.persist(entity);
  }

  /** What was booked of a document. */
  public <T> Optional<T> booked(Class<T> entity, String documentId) {
    return Optional.ofNullable(entities.find(entity, documentId));
  }

  /** What was done is in the database, though not committed, before anything is sent. */
  public void write() {
    entities.flush();
  }
}
