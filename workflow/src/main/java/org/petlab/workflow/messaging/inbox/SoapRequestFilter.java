package org.petlab.workflow.messaging.inbox;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.petlab.documents.RefusalCode;
import org.petlab.workflow.access.BasicCredential;
import org.petlab.workflow.access.PlainTextResponse;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.ForeignClient;
import org.petlab.workflow.kernel.OngoingRequest;
import org.petlab.workflow.kernel.StepListeners;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.documents.Envelope;
import org.petlab.workflow.kernel.documents.EnvelopeProblem;

/**
 * Stands before the SOAP inboxes, which answer under {@code /services/<transition>}: shows their
 * descriptions to anyone, lets in who may send along that transition, and looks through what is
 * sent before the SOAP layer reads it.
 */
public class SoapRequestFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = System.getLogger(SoapRequestFilter.class.getName());
  private static final int MAX_BYTES = 1 << 20;
  // One encoding, or what the document says itself: the SOAP layer will read the same.
  private static final Pattern CONTENT_TYPE =
      Pattern.compile("(?i)text/xml\\s*(;\\s*charset=\"?utf-8\"?\\s*)?");

  @Inject private transient BedSettings bed;
  @Inject private transient BasicCredential credential;
  @Inject private transient Caller caller;
  @Inject private transient StepListeners listeners;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain inbox)
      throws IOException, ServletException {
    Optional<Transition> service = service(request);
    if (service.isEmpty()) {
      PlainTextResponse.send(
          response, HttpServletResponse.SC_NOT_FOUND, "There is no such service here");
    } else if ("GET".equals(request.getMethod())) {
      describe(service.get(), request, response);
    } else if (!"POST".equals(request.getMethod())) {
      response.setHeader("Allow", "GET, POST");
      PlainTextResponse.send(
          response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "Post a SOAP 1.1 message here");
    } else {
      try (OngoingRequest ongoing = listeners.requestBegins(service.get().id())) {
        answer(service.get(), request, response, inbox);
        ongoing.answeredWith(response.getStatus());
      }
    }
  }

  private void answer(
      Transition service,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain inbox)
      throws IOException, ServletException {
    if (mayEnter(service, request)) {
      take(service, request, response, inbox);
    } else {
      response.setHeader("WWW-Authenticate", "Basic realm=\"Petlab applications\"");
      SoapFaultResponse.send(
          response,
          HttpServletResponse.SC_UNAUTHORIZED,
          RefusalCode.NOT_ALLOWED,
          "The sender's credential is missing or wrong");
    }
  }

  private void describe(
      Transition service, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String address = bed.endpoint(service.receiver()) + "/services/" + service;
    Optional<String> found = ServiceDescription.find(request.getQueryString(), service, address);
    if (found.isPresent()) {
      response.setContentType("text/xml;charset=UTF-8");
      response.getWriter().write(found.get());
    } else {
      PlainTextResponse.send(
          response,
          HttpServletResponse.SC_NOT_FOUND,
          "Post a SOAP 1.1 message here; what it may hold is described at " + address + "?wsdl");
    }
  }

  private void take(
      Transition service,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain inbox)
      throws IOException, ServletException {
    String type = request.getContentType();
    if (type == null || !CONTENT_TYPE.matcher(type.strip()).matches()) {
      SoapFaultResponse.send(
          response,
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
          RefusalCode.WRONG_CONTENT_TYPE,
          "Expected a SOAP 1.1 message: Content-Type text/xml; charset=utf-8");
      return;
    }
    // The listener forwards at once what is larger: to wait for it here would hold a thread.
    boolean isTooLarge = request.getContentLengthLong() > MAX_BYTES;
    byte[] body = isTooLarge ? new byte[0] : request.getInputStream().readNBytes(MAX_BYTES + 1);
    if (isTooLarge || body.length > MAX_BYTES) {
      SoapFaultResponse.send(
          response,
          HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
          RefusalCode.TOO_LARGE,
          "A message may have " + MAX_BYTES + " bytes");
      return;
    }
    String encoding = type.indexOf(';') < 0 ? null : "UTF-8";
    Optional<EnvelopeProblem> problem =
        Envelope.problem(body, encoding, service.document().element());
    if (problem.isPresent()) {
      LOG.log(Level.INFO, "Refused at {0}: {1}", service, problem.get().reason());
      SoapFaultResponse.send(response, problem.get());
      return;
    }
    SoapFaultRewriter answer = new SoapFaultRewriter(response);
    inbox.doFilter(new BufferedRequest(request, body), answer);
    answer.finish();
  }

  /** The transition whose inbox stands at this address in this application. */
  private static Optional<Transition> service(HttpServletRequest request) {
    Application here = Application.current();
    return Arrays.stream(Transition.values())
        .filter(transition -> transition.isSwitchable() && transition.receiver() == here)
        .filter(transition -> request.getServletPath().equals("/services/" + transition))
        .findFirst();
  }

  private boolean mayEnter(Transition transition, HttpServletRequest request) {
    String shown = request.getHeader("Authorization");
    if (credential.isOf(transition.sender(), shown)) {
      return true;
    }
    boolean foreign = ForeignClient.mayUse(transition) && credential.isOfForeignClient(shown);
    if (foreign) {
      caller.comesFromOutside();
    }
    return foreign;
  }
}
