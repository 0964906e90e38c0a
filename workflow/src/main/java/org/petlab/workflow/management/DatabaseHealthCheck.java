package org.petlab.workflow.management;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import org.eclipse.microprofile.health.Readiness;
import org.petlab.workflow.observability.health.DependencyHealthCheck;

/** The application's part of the database gives a connection, and it answers. */
@Readiness
@ApplicationScoped
public class DatabaseHealthCheck extends DependencyHealthCheck {
  @Inject private ManagedApplication managed;

  public DatabaseHealthCheck() {
    super("database");
  }

  @Override
  protected void check() throws SQLException {
    try (Connection connection = managed.database().getConnection()) {
      if (!connection.isValid(1)) {
        throw new SQLException("The database does not answer");
      }
    }
  }
}
