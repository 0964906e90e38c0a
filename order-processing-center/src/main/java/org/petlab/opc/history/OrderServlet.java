package org.petlab.opc.history;

import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.opc.history.OrderHistoryCollector.CollectedHistory;
import org.petlab.opc.mailing.Mailbox;
import org.petlab.opc.mailing.ReceivedMail;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.Orders;
import org.petlab.workflow.access.BasicCredential;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.Identifier;

/**
 * Tells the storefront an order's state, {@code GET /orders/<id>/state}, and how it came there,
 * {@code GET /orders/<id>/timeline}; the storefront knows its own step. What the customer was
 * written, {@code GET /orders/<id>/mails}: null where mails are not kept. The order itself as it
 * came, {@code GET /orders/<id>/document}. And the states of several, {@code GET
 * /orders/states?id=<id>&id=<id>}.
 */
@WebServlet("/orders/*")
public class OrderServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Pattern PATH =
      Pattern.compile("/(" + Identifier.FORM + ")/(state|timeline|mails|document)");

  // The other applications are asked on the listener that this answers on. With all of its threads
  // waiting for each other nobody would be answered.
  private static final Semaphore TIMELINES_AT_A_TIME = new Semaphore(16);

  private static final String SEVERAL = "/states";
  private static final int MAX_ORDERS = 100;

  @Inject private transient Orders orders;
  @Inject private transient OrderHistoryCollector history;
  @Inject private transient Mailbox mailbox;
  @Inject private transient BasicCredential credential;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!credential.isOf(Application.STOREFRONT, request.getHeader("Authorization"))) {
      answer(
          response,
          HttpServletResponse.SC_UNAUTHORIZED,
          "text/plain",
          "Only the storefront may ask");
      return;
    }
    if (SEVERAL.equals(request.getPathInfo())) {
      states(request.getParameterValues("id"), response);
      return;
    }
    Matcher path = PATH.matcher(request.getPathInfo() == null ? "" : request.getPathInfo());
    Optional<Order> order = path.matches() ? orders.find(path.group(1)) : Optional.empty();
    if (order.isEmpty()) {
      answer(response, HttpServletResponse.SC_NOT_FOUND, "text/plain", "There is no such order");
    } else if ("state".equals(path.group(2))) {
      answer(response, HttpServletResponse.SC_OK, "text/plain", order.get().state().name());
    } else if ("mails".equals(path.group(2))) {
      answer(response, HttpServletResponse.SC_OK, "application/json", mails(order.get()));
    } else if ("document".equals(path.group(2))) {
      answer(response, HttpServletResponse.SC_OK, "application/xml", order.get().document());
    } else {
      answerTimeline(order.get(), response);
    }
  }

  private void answerTimeline(Order order, HttpServletResponse response) throws IOException {
    if (!TIMELINES_AT_A_TIME.tryAcquire()) {
      answer(
          response,
          HttpServletResponse.SC_SERVICE_UNAVAILABLE,
          "text/plain",
          "Too many requests for timelines; try again in a moment");
      return;
    }
    try {
      answer(response, HttpServletResponse.SC_OK, "application/json", timeline(order).toString());
    } finally {
      TIMELINES_AT_A_TIME.release();
    }
  }

  private String mails(Order order) {
    JsonObjectBuilder answer = Json.createObjectBuilder();
    Optional<List<ReceivedMail>> received = mailbox.of(order.id());
    if (received.isEmpty()) {
      return answer.addNull("mails").build().toString();
    }
    JsonArrayBuilder mails = Json.createArrayBuilder();
    received.get().forEach(mail -> mails.add(mail.json()));
    return answer.add("mails", mails).build().toString();
  }

  private void states(String[] ids, HttpServletResponse response) throws IOException {
    if (ids == null || ids.length > MAX_ORDERS) {
      answer(
          response,
          HttpServletResponse.SC_BAD_REQUEST,
          "text/plain",
          "Expected 1 to " + MAX_ORDERS + " orders: states?id=10001&id=10002");
      return;
    }
    JsonObjectBuilder states = Json.createObjectBuilder();
    orders.statesOf(List.of(ids)).forEach((id, state) -> states.add(id, state.name()));
    answer(response, HttpServletResponse.SC_OK, "application/json", states.build().toString());
  }

  private JsonObject timeline(Order order) {
    CollectedHistory taken = history.of(order.id(), Application.SUPPLIER);
    JsonArrayBuilder steps = Json.createArrayBuilder();
    taken.steps().forEach(each -> steps.add(each.step().json(each.application())));
    JsonArrayBuilder unanswered = Json.createArrayBuilder();
    taken.unanswered().forEach(each -> unanswered.add(each.id()));
    JsonObjectBuilder answer = Json.createObjectBuilder();
    answer.add("order_id", order.id());
    answer.add("state", order.state().name());
    answer.add("awaiting_approval", order.isAwaitingApproval());
    if (order.refusal() == null) {
      answer.addNull("refusal");
    } else {
      answer.add("refusal", order.refusal());
    }
    answer.add("steps", steps);
    answer.add("unanswered", unanswered);
    return answer.build();
  }

  private static void answer(HttpServletResponse response, int status, String type, String text)
      throws IOException {
    response.setStatus(status);
    response.setContentType(type + ";charset=UTF-8");
    response.getWriter().print(text);
  }
}
