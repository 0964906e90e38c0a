package org.petlab.opc.management;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.petlab.opc.orders.OrderState;
import org.petlab.pages.signon.Authenticator;
import org.petlab.workflow.kernel.PastOrders;
import org.petlab.workflow.management.ManagedApplication;
import org.petlab.workflow.management.Table;

/** What the lab asks of the order processing center. */
@ApplicationScoped
@Transactional
public class ManagedOpc implements ManagedApplication {
  // Each with its key, in which past orders are told from others.
  private static final Map<String, String> EMPTIED = new LinkedHashMap<>();

  static {
    EMPTIED.put("shipment_notice", "document_id");
    EMPTIED.put("booked_invoice", "document_id");
    EMPTIED.put("order_line", "order_id");
    EMPTIED.put("purchase_order", "order_id");
  }

  private static final String OWN = " where " + PastOrders.exclusionSql("o.id");

  @Resource(lookup = "jdbc/opc")
  private DataSource database;

  @PersistenceContext private EntityManager entities;
  @Inject private Authenticator authenticator;

  @Override
  public void reset() {
    authenticator.reset();
    EMPTIED.forEach(this::empty);
  }

  private void empty(String table, String key) {
    String sql = "delete from %s where %s".formatted(table, PastOrders.exclusionSql(key));
    entities.createNativeQuery(sql).executeUpdate();
  }

  @Override
  public DataSource database() {
    return database;
  }

  @Override
  public void checkDatabase() {
    entities.find(org.petlab.opc.orders.Order.class, "none");
  }

  @Override
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (OrderState state : OrderState.values()) {
      counts.put(state.name(), 0L);
    }
    rows("select o.state, count(o) from Order o" + OWN + " group by o.state")
        .forEach(row -> counts.put(row[0].toString(), (Long) row[1]));
    counts.put(
        "awaiting_approval",
        count("select count(o) from Order o" + OWN + " and o.awaitingApproval = true"));
    counts.put("duplicates", count("select coalesce(sum(o.duplicates), 0) from Order o" + OWN));
    return counts;
  }

  @Override
  public Table orders() {
    return new Table(
        List.of(
            "order_id",
            "state",
            "refusal",
            "total",
            "received_ns",
            "approved_ns",
            "completed_ns",
            "invoices",
            "duplicates",
            "awaiting_approval"),
        rows(
                """
                select o.id, o.state, o.refusal, o.total, o.receivedNs, o.approvedNs,
                       o.completedNs, o.invoices, o.duplicates, o.awaitingApproval
                from Order o\
                """
                    + OWN
                    + " order by o.id")
            .stream()
            .<List<?>>map(Arrays::asList)
            .toList());
  }

  private List<Object[]> rows(String query) {
    return entities.createQuery(query, Object[].class).getResultList();
  }

  private long count(String query) {
    return entities.createQuery(query, Number.class).getSingleResult().longValue();
  }
}
