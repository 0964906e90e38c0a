package org.petlab.workflow.management;

import jakarta.enterprise.context.RequestScoped;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;

/** Delays steps of the applications in this server by a known time. */
@Path("delay")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class DelayResource {

  @GET
  public JsonObject delay() {
    return described(CrashPointResource.points());
  }

  @PUT
  @Consumes(MediaType.TEXT_PLAIN)
  public JsonObject choose(String choice) {
    ServerCrashPoints points = CrashPointResource.points();
    FaultPlaceValidator.checkDelays(choice.strip());
    points.setDelay(choice.strip());
    return described(points);
  }

  private static JsonObject described(ServerCrashPoints points) {
    return Json.createObjectBuilder()
        .add("chosen", points.getDelay())
        .add("hits", byLevel(points.getDelayHits()))
        .add("waited_ns", byLevel(points.getDelayNanos()))
        .build();
  }

  private static JsonObjectBuilder byLevel(Map<String, Long> totals) {
    JsonObjectBuilder byLevel = Json.createObjectBuilder();
    totals.forEach(byLevel::add);
    return byLevel;
  }
}
