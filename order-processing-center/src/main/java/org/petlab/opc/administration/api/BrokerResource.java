package org.petlab.opc.administration.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.petlab.opc.administration.broker.DeadLetter;
import org.petlab.opc.administration.broker.DeadLetters;
import org.petlab.opc.administration.broker.DeadLetters.Letters;
import org.petlab.opc.administration.broker.Queues;
import org.petlab.opc.administration.broker.Queues.Lengths;

/** What waits at the broker, and what no step could take. */
@Path("/")
@RequestScoped
@Produces({MediaType.APPLICATION_JSON, MediaType.APPLICATION_XML})
public class BrokerResource {
  @Inject private Queues queues;
  @Inject private DeadLetters letters;

  @GET
  @Path("queues")
  public Lengths queues() {
    return queues.lengths();
  }

  @GET
  @Path("dead-letters")
  public Letters deadLetters() {
    return letters.all();
  }

  @DELETE
  @Path("dead-letters/{queue}/{id}")
  public DeadLetter discard(@PathParam("queue") String queue, @PathParam("id") String id) {
    return letters.discard(queue, id);
  }

  @POST
  @Path("dead-letters/{queue}/{id}/retry")
  public DeadLetter retry(@PathParam("queue") String queue, @PathParam("id") String id) {
    return letters.retry(queue, id);
  }
}
