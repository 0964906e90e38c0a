package org.petlab.floors;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/**
 * One call for each thing that is measured; its body is for how many seconds. What is called is
 * done by the thread of the call: the lab makes as many calls at once as it wants done at once.
 * Only steps are done by the listener's sessions.
 */
@Path("floors")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class FloorResource {
  @Inject private Steps steps;
  @Inject private Sends sends;
  @Inject private Echoes echoes;

  @POST
  @Path("step/{concurrency}")
  public String step(@PathParam("concurrency") int concurrency, String seconds) throws Exception {
    return steps.measure(concurrency, Double.parseDouble(seconds)).asJson();
  }

  @POST
  @Path("send")
  public String send(String seconds) throws Exception {
    return Rate.of(sends::toNobody, Double.parseDouble(seconds)).asJson();
  }

  @POST
  @Path("http")
  public String http(String seconds) throws Exception {
    return Rate.of(echoes::byHttp, Double.parseDouble(seconds)).asJson();
  }

  @POST
  @Path("soap")
  public String soap(String seconds) throws Exception {
    return Rate.of(echoes.bySoap(), Double.parseDouble(seconds)).asJson();
  }
}
