package org.petlab.opc.administration.orders;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.petlab.documents.Address;
import org.petlab.documents.PurchaseOrder;
import org.petlab.opc.administration.Dates;
import org.petlab.opc.administration.orders.OrderDetails.Line;
import org.petlab.opc.administration.orders.OrderDetails.MailSent;
import org.petlab.opc.administration.orders.OrderDetails.Recipient;
import org.petlab.opc.history.OrderHistoryCollector;
import org.petlab.opc.history.OrderHistoryCollector.CollectedHistory;
import org.petlab.opc.mailing.Mailbox;
import org.petlab.opc.mailing.ReceivedMail;
import org.petlab.opc.orders.OrderState;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.Identifier;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.petlab.workflow.kernel.documents.Documents;
import org.petlab.workflow.kernel.documents.LineNumbers;

/** The orders as the administration reads them; it changes none. */
@ApplicationScoped
public class OrderArchive {
  private static final String ORDER =
      """
      select order_id, state, awaiting_approval, customer_id, email, total, received_ns,
             refusal, duplicates, document
      from purchase_order where order_id = ?\
      """;
  private static final String LINES =
      """
      select line_no, item_id, quantity, unit_price, shipped
      from order_line where order_id = ? order by line_no\
      """;

  @Resource(lookup = "jdbc/opc")
  private DataSource database;

  @Inject private OrderHistoryCollector history;
  @Inject private Mailbox mailbox;

  /** A page of the orders that a filter lets through, newest first. */
  public OrderList list(OrderFilter filter) {
    String text = filter.text();
    try (Connection connection = database.getConnection()) {
      boolean address = text != null && any(connection, OrderQuery.OF_ADDRESS, text);
      boolean incomplete = false;
      if (text != null && !address) {
        for (String beyond : OrderQuery.BEYOND) {
          incomplete |= any(connection, beyond, text, OrderQuery.end(text));
        }
      }
      return list(connection, new OrderQuery(filter, address), filter.limit(), incomplete);
    } catch (SQLException e) {
      throw failed("list the orders", e);
    }
  }

  private static OrderList list(
      Connection connection, OrderQuery query, int limit, boolean incomplete) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(query.sql())) {
      for (int i = 0; i < query.values().size(); i++) {
        select.setObject(i + 1, query.values().get(i));
      }
      List<OrderList.Entry> orders = new ArrayList<>();
      Cursor last = null;
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          if (orders.size() == limit) {
            return new OrderList(orders, last.toString(), incomplete);
          }
          orders.add(entry(row));
          last = new Cursor(row.getLong("received_ns"), row.getString("order_id"));
        }
      }
      return new OrderList(orders, null, incomplete);
    }
  }

  private static boolean any(Connection connection, String sql, String... values)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        select.setString(i + 1, values[i]);
      }
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    }
  }

  /** What the center's own database knows of an order. */
  private record StoredOrder(
      OrderList.Entry entry,
      String refusal,
      int duplicates,
      Optional<PurchaseOrder> purchase,
      List<Line> lines) {}

  /** One order with its whole history. */
  public OrderDetails details(String id) {
    // The others are asked when the connection is given back: one of them may hang.
    StoredOrder order = stored(id);
    CollectedHistory taken = history.of(id, Application.STOREFRONT, Application.SUPPLIER);
    return new OrderDetails(
        order.entry(),
        order.refusal(),
        order.duplicates(),
        order.purchase().map(document -> recipient(document.getShipTo())).orElse(null),
        order.lines(),
        HistorySteps.of(taken.steps()),
        mails(id, taken),
        taken.unanswered().stream().map(Application::id).toList());
  }

  private StoredOrder stored(String id) {
    if (!Identifier.isValid(id)) {
      throw unknown(id);
    }
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(ORDER)) {
      select.setString(1, id);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          throw unknown(id);
        }
        Optional<PurchaseOrder> purchase = purchase(row.getString("document"));
        purchase.ifPresent(document -> LineNumbers.complete(document.getLines().getLine()));
        return new StoredOrder(
            entry(row),
            row.getString("refusal"),
            row.getInt("duplicates"),
            purchase,
            lines(id, purchase, connection));
      }
    } catch (SQLException e) {
      throw failed("read order " + id, e);
    }
  }

  /** The customer's mailbox knows best; of what it does not keep (any more) the steps tell the least. */
  private List<MailSent> mails(String id, CollectedHistory taken) {
    return mailbox
        .of(id)
        .map(received -> received.stream().map(OrderArchive::sent).toList())
        .filter(received -> !received.isEmpty())
        .orElseGet(() -> HistorySteps.mails(taken.steps()));
  }

  private static MailSent sent(ReceivedMail mail) {
    return new MailSent(
        mail.kind(), mail.documentId(), Dates.moment(mail.takenNs()), mail.subject(), mail.text());
  }

  /** Orders of past times may have come with a document that nobody keeps. */
  private static Optional<PurchaseOrder> purchase(String document) {
    try {
      return document == null
          ? Optional.empty()
          : Optional.of(Documents.read(document, PurchaseOrder.class));
    } catch (UnreadableDocumentException e) {
      return Optional.empty();
    }
  }

  private static Recipient recipient(Address to) {
    return new Recipient(
        to.getName(), to.getStreet(), to.getPostalCode(), to.getCity(), to.getCountry());
  }

  private static List<Line> lines(
      String id, Optional<PurchaseOrder> purchase, Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(LINES)) {
      select.setString(1, id);
      List<Line> lines = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          lines.add(
              new Line(
                  row.getInt("line_no"),
                  row.getString("item_id"),
                  description(purchase, row.getInt("line_no")),
                  row.getInt("quantity"),
                  row.getBigDecimal("unit_price"),
                  row.getInt("shipped")));
        }
      }
      return lines;
    }
  }

  private static String description(Optional<PurchaseOrder> purchase, int number) {
    return purchase
        .map(document -> document.getLines().getLine())
        .flatMap(lines -> lines.stream().filter(line -> line.getNumber() == number).findFirst())
        .map(org.petlab.documents.Line::getDescription)
        .orElse(null);
  }

  private static OrderList.Entry entry(ResultSet row) throws SQLException {
    return new OrderList.Entry(
        row.getString("order_id"),
        OrderState.valueOf(row.getString("state")),
        row.getBoolean("awaiting_approval"),
        row.getString("customer_id"),
        row.getString("email"),
        row.getBigDecimal("total"),
        Dates.moment(row.getLong("received_ns")));
  }

  private static HttpProblem unknown(String id) {
    return HttpProblem.notFound("There is no order " + id + ".");
  }

  private static IllegalStateException failed(String what, SQLException e) {
    return new IllegalStateException("Could not " + what + ": " + e.getMessage(), e);
  }
}
