package org.petlab.floors;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Takes a message, inserts a row, sends a message, in one transaction over broker and database.
 * What it sends is what it takes next: while a run lasts as many steps are under way as it has
 * messages.
 */
@MessageDriven(
    name = "BareStep",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = Sends.STEPS),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "16")
    })
public class BareStep implements MessageListener {
  static final String RUN = "petlabRun";

  @Resource(lookup = "jdbc/floors")
  private DataSource database;

  @Inject private Steps steps;
  @Inject private Sends sends;

  @Override
  public void onMessage(Message message) {
    try {
      long run = message.getLongProperty(RUN);
      if (steps.goesOn(run)) {
        insert();
        sends.step(run);
      }
    } catch (JMSException | SQLException e) {
      throw new EJBException(e);
    }
  }

  private void insert() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("insert into floor_row (text) values (?)")) {
      insert.setString(1, "taken");
      insert.executeUpdate();
    }
  }
}
