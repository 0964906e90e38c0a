package org.petlab.workflow.management;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.persistence.PersistenceException;
import jakarta.transaction.TransactionalException;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.messaging.inbox.RecentDocuments;
import org.petlab.workflow.messaging.transports.JmsSender;
import org.petlab.workflow.messaging.transports.SoapServices;
import org.petlab.workflow.messaging.transports.SwitchableTransitions;
import org.petlab.workflow.observability.history.StepHistory;
import org.petlab.workflow.observability.measuring.TrialPhase;

/** The management calls that all applications have. */
@Path("/")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ManagementResource {
  @Inject private ManagedApplication managed;
  @Inject private SwitchableTransitions transitions;
  @Inject private JmsSender broker;
  @Inject private SoapServices services;
  @Inject private StepHistory history;
  @Inject private RecentDocuments recent;
  @Inject private BedSettings bed;

  /** Answers 200 once the database, the broker and the application's own SOAP inboxes do. */
  @GET
  @Path("health")
  public JsonObject health() {
    try {
      managed.checkDatabase();
      broker.check();
      services.check();
    } catch (JMSException | RuntimeException e) {
      throw new ServiceUnavailableException(
          Response.status(Response.Status.SERVICE_UNAVAILABLE)
              .type(MediaType.TEXT_PLAIN_TYPE)
              .entity("Not ready: " + e + "\n")
              .build());
    }
    return Json.createObjectBuilder()
        .add("application", Application.current().id())
        .add("jvm", bed.text("jvm.name"))
        .add("pid", ProcessHandle.current().pid())
        .add("ready", true)
        .build();
  }

  @GET
  @Path("transitions")
  public Map<String, String> transitions() {
    return transitions.sentBy(Application.current());
  }

  @PUT
  @Path("transitions/{transition}")
  @Consumes(MediaType.TEXT_PLAIN)
  public Map<String, String> choose(@PathParam("transition") String transition, String delegate) {
    transitions.choose(Transition.named(transition), delegate.strip());
    return transitions();
  }

  @PUT
  @Path("phase")
  @Consumes(MediaType.TEXT_PLAIN)
  public JsonObject enter(String phase) {
    TrialPhase.enter(TrialPhase.named(phase.strip()));
    return Json.createObjectBuilder().add("phase", TrialPhase.current().id()).build();
  }

  /** Answers 409 when a step books at the same time what is deleted: once more, then. */
  @POST
  @Path("reset")
  public JsonObject reset() {
    try {
      managed.reset();
    } catch (PersistenceException | TransactionalException e) {
      throw ConcurrentSteps.areCauseOf(e) ? conflict() : e;
    }
    recent.forget();
    history.clear();
    return counts();
  }

  private static ClientErrorException conflict() {
    return new ClientErrorException(
        Response.status(Response.Status.CONFLICT)
            .type(MediaType.TEXT_PLAIN_TYPE)
            .entity("Steps are under way: wait until the queues are empty and try again.\n")
            .build());
  }

  @GET
  @Path("counts")
  public JsonObject counts() {
    JsonObjectBuilder counts = Json.createObjectBuilder();
    managed.counts().forEach(counts::add);
    return counts.build();
  }

  @GET
  @Path("orders.csv")
  @Produces("text/csv")
  public String orders() {
    return managed.orders().csv();
  }
}
