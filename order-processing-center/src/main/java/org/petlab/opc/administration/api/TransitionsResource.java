package org.petlab.opc.administration.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import org.petlab.opc.administration.transitions.TransitionSwitch;
import org.petlab.opc.administration.transitions.TransitionSwitch.Switches;

/** The delegate of each transition, and the switch for it. */
@Path("transitions")
@RequestScoped
@Produces({MediaType.APPLICATION_JSON, MediaType.APPLICATION_XML})
public class TransitionsResource {
  @Inject private TransitionSwitch transitions;

  @GET
  public Switches transitions() {
    return transitions.all();
  }

  @PUT
  @Path("{transition}")
  @Consumes(MediaType.APPLICATION_JSON)
  public Switches choose(@PathParam("transition") String transition, InputStream body) {
    return transitions.choose(transition, RequestBody.text(RequestBody.json(body), "delegate"));
  }
}
