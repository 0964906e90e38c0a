package org.petlab.workflow.management;

import jakarta.enterprise.context.RequestScoped;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Arms the crash points of the server that this application runs in. */
@Path("crash-point")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class CrashPointResource {

  @GET
  public JsonObject crashPoints() {
    return described(points());
  }

  @PUT
  @Consumes(MediaType.TEXT_PLAIN)
  public JsonObject arm(String spec) {
    ServerCrashPoints points = points();
    FaultPlaceValidator.check(spec.strip());
    points.arm(spec.strip());
    return described(points);
  }

  @DELETE
  public JsonObject disarm() {
    ServerCrashPoints points = points();
    points.disarm();
    return described(points);
  }

  private static JsonObject described(ServerCrashPoints points) {
    JsonObjectBuilder hits = Json.createObjectBuilder();
    points.getHits().forEach(hits::add);
    return Json.createObjectBuilder()
        .add("armed", points.getArmed())
        .add("triggered", points.getTriggered())
        .add("hits", hits)
        .build();
  }

  /** Those of the server, or the answer that it has none. */
  static ServerCrashPoints points() {
    return ServerBeans.crashPoints()
        .orElseThrow(
            () ->
                new NotFoundException(
                    Response.status(Response.Status.NOT_FOUND)
                        .type(MediaType.TEXT_PLAIN_TYPE)
                        .entity("This bed has no crash points\n")
                        .build()));
  }
}
