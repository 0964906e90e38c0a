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
import java.util.Date;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.petlab.documents.Mail;
import org.petlab.workflow.BedSettings;
import org.petlab.workflow.ContextLoader;

/** The bed's mail server, by SMTP. Connections are kept open from mail to mail. */
@ApplicationScoped
public class MailServer {
  private static final Logger LOG = Logger.getLogger(MailServer.class.getName());
  private static final String SENDER = "petlab@localhost";

  private final Queue<Transport> idle = new ConcurrentLinkedQueue<>();
  private Session session;

  @Inject private BedSettings bed;

  @PostConstruct
  void configure() {
    Properties smtp = new Properties();
    smtp.put("mail.transport.protocol", "smtp");
    smtp.put("mail.smtp.host", bed.text("smtp.host"));
    smtp.put("mail.smtp.port", bed.text("smtp.port"));
    smtp.put("mail.smtp.connectiontimeout", "5000");
    smtp.put("mail.smtp.timeout", "10000");
    smtp.put("mail.smtp.quitwait", "false");
    session = Session.getInstance(smtp);
  }

  void send(Mail mail) {
    try {
      Transport connection = connection();
      // Jakarta Mail looks up its implementation anew for each text.
      ContextLoader.lent(connection.getClass().getClassLoader(), () -> send(mail, connection));
      // A connection on which something failed is not used again.
      idle.add(connection);
    } catch (MessagingException e) {
      throw new MailNotSentException(mail, e);
    }
  }

  private Void send(Mail mail, Transport connection) throws MessagingException {
    MimeMessage message = message(mail);
    connection.sendMessage(message, message.getAllRecipients());
    return null;
  }

  /** Whether the server takes a connection. */
  void check() throws MessagingException {
    try (Transport connection = session.getTransport()) {
      connection.connect();
    }
  }

  private Transport connection() throws MessagingException {
    Transport connection = idle.poll();
    while (connection != null && !connection.isConnected()) {
      connection = idle.poll();
    }
    if (connection == null) {
      connection = session.getTransport();
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
    message.setText(mail.getBody(), "UTF-8");
    message.saveChanges();
    return message;
  }

  @PreDestroy
  void close() {
    for (Transport connection = idle.poll(); connection != null; connection = idle.poll()) {
      try {
        connection.close();
      } catch (MessagingException e) {
        LOG.log(Level.INFO, "A mail connection was not closed in order", e);
      }
    }
  }
}
