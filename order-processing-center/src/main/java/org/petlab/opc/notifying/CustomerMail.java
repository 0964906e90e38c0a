package org.petlab.opc.notifying;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.documents.Mail;
import org.petlab.documents.MailKind;
import org.petlab.opc.orders.Order;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.Transitions;
import org.petlab.workflow.kernel.documents.Documents;

/** Words the mails to a customer and sends them to be mailed. */
@ApplicationScoped
public class CustomerMail {
  @Inject private Transitions transitions;

  public void approved(Order order) {
    send(
        order,
        MailKind.APPROVED,
        order.id(),
        "Your order %s is approved",
        "Thank you. Your order %s for $%s has been approved and goes to our supplier.\n");
  }

  public void denied(Order order) {
    send(
        order,
        MailKind.DENIED,
        order.id(),
        "Your order %s could not be accepted",
        "We are sorry. Your order %s for $%s was not accepted: " + order.refusal() + ".\n");
  }

  public void shipped(Order order, String invoiceId) {
    send(
        order,
        MailKind.SHIPPED,
        invoiceId,
        "Your order %s has been shipped",
        "Pets of your order %s for $%s are on their way to you: invoice " + invoiceId + ".\n");
  }

  public void completed(Order order) {
    send(
        order,
        MailKind.COMPLETED,
        order.id(),
        "Your order %s is complete",
        "Everything in your order %s for $%s has been shipped.\n");
  }

  /**
   * @param about what the customer is told about, by its id
   */
  private void send(Order order, MailKind kind, String about, String subject, String body) {
    Mail mail = new Mail();
    mail.setDocumentId(about + "-M-" + kind.value());
    mail.setOrderId(order.id());
    mail.setKind(kind);
    mail.setTo(order.email());
    mail.setSubject(subject.formatted(order.id()));
    mail.setBody(body.formatted(order.id(), order.total()));
    transitions.send(Transition.NOTIFICATION, Documents.of(mail.getDocumentId(), order.id(), mail));
  }
}
