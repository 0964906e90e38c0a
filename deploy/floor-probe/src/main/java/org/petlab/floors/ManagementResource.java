package org.petlab.floors;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What a bed asks of all its applications. This one has no orders to tell of. */
@Path("/")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ManagementResource {
  @Resource(lookup = "jdbc/floors")
  private DataSource database;

  @GET
  @Path("health")
  public String health() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeQuery("select 1");
    }
    return "{\"ready\": true}";
  }

  @GET
  @Path("counts")
  public String counts() {
    return "{}";
  }

  /** The branches in doubt of all roles are told by the applications of the store. */
  @GET
  @Path("in-doubt")
  public String inDoubt() {
    return "{\"database\": []}";
  }

  @POST
  @Path("reset")
  public void reset() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("truncate floor_row");
    }
  }

  @PUT
  @Path("phase")
  public void phase(String ignored) {}
}
