package org.petlab.opc.mailing;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.petlab.documents.Mail;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.ContextClassLoader;

/** The bed's mail server, by SMTP. Connections are kept open from mail to mail. */
@ApplicationScoped
public class MailServer {
  private static final Logger LOG = Logger.getLogger(MailServer.class.getName());
  private static final String SENDER = "petlab@localhost";
  // Jakarta Mail looks up its implementation anew for each text.
  private static final ClassLoader MAIL_CLASSES = SMTPTransport.class.getClassLoader();

  private final Queue<SMTPTransport> idle = new ConcurrentLinkedQueue<>();
  private Session session;

  @Inject private BedSettings bed;

  public MailServer() {}

  MailServer(BedSettings bed) {
    this.bed = bed;
    configure();
  }

  @PostConstruct
  void configure() {
    Properties smtp = new Properties();
    smtp.put("mail.transport.protocol", "smtp");
    smtp.put("mail.smtp.host", bed.text("smtp.host"));
    smtp.put("mail.smtp.port", bed.text("smtp.port"));
    smtp.put("mail.smtp.connectiontimeout", "5000");
    smtp.put("mail.smtp.timeout", "10000");
    smtp.put("mail.smtp.quitwait", "false");
    // An address such as müller@example.org is sent by SMTPUTF8 where the server offers it.
    smtp.put("mail.mime.allowutf8", "true");
    session = Session.getInstance(smtp);
  }

  /**
   * @throws UndeliverableMailException when no try will ever succeed
   * @throws MailNotSentException when a later one may
   */
  void send(Mail mail) {
    try {
      MimeMessage message = ContextClassLoader.callWith(MAIL_CLASSES, () -> message(mail));
      SMTPTransport connection = connection();
      boolean sent = false;
      try {
        requireSupportedRecipient(mail, connection);
        ContextClassLoader.callWith(MAIL_CLASSES, () -> send(message, connection));
        sent = true;
      } finally {
        returnOrClose(connection, sent);
      }
    } catch (MessagingException e) {
      throw Rejection.of(mail, e);
    }
  }

  private static void requireSupportedRecipient(Mail mail, SMTPTransport connection) {
    boolean plain = StandardCharsets.US_ASCII.newEncoder().canEncode(mail.getTo());
    if (!plain && !connection.supportsExtension("SMTPUTF8")) {
      throw new UndeliverableMailException(
          mail, "the mail server takes addresses of ASCII only (it offers no SMTPUTF8, RFC 6531)");
    }
  }

  private static Void send(MimeMessage message, Transport connection) throws MessagingException {
    connection.sendMessage(message, message.getAllRecipients());
    return null;
  }

  // One on which something failed is not used again, and would otherwise stay open unseen.
  private void returnOrClose(SMTPTransport connection, boolean sent) {
    if (sent) {
      idle.add(connection);
    } else {
      close(connection);
    }
  }

  /** Whether the server takes a connection. */
  void check() throws MessagingException {
    try (Transport connection = session.getTransport()) {
      connection.connect();
    }
  }

  private SMTPTransport connection() throws MessagingException {
    SMTPTransport connection = idle.poll();
    while (connection != null && !connection.isConnected()) {
      connection = idle.poll();
    }
    if (connection == null) {
      connection = (SMTPTransport) session.getTransport();
      connection.connect();
    }
    return connection;
  }

  private MimeMessage message(Mail mail) throws MessagingException {
    MimeMessage message = new MimeMessage(session);
    message.setFrom(new InternetAddress(SENDER));
    message.setRecipient(RecipientType.TO, new InternetAddress(mail.getTo()));
    message.setSubject(mail.getSubject(), "UTF-8");
    message.setSentDate(new Date());
    message.setHeader("X-Petlab-Order", mail.getOrderId());
    message.setHeader("X-Petlab-Mail", mail.getKind().value());
    message.setHeader("X-Petlab-Document", mail.getDocumentId());
    message.setText(mail.getBody(), "UTF-8");
    message.saveChanges();
    return message;
  }

  @PreDestroy
  void close() {
    for (Transport connection = idle.poll(); connection != null; connection = idle.poll()) {
      close(connection);
    }
  }

  private static void close(Transport connection) {
    try {
      connection.close();
    } catch (MessagingException e) {
      LOG.log(Level.FINE, "A mail connection was not closed in order", e);
    }
  }
}
