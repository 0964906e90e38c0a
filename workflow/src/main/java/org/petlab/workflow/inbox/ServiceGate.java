package org.petlab.workflow.inbox;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.petlab.workflow.Transition;
import org.petlab.workflow.documents.Prolog;

/**
 * Stands before the SOAP inboxes, which answer under {@code /services/<transition>}: lets in the
 * application that sends along that transition, bounds the size of what it sends, and refuses
 * document type declarations before the SOAP layer reads them.
 */
public class ServiceGate extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final int MAX_BYTES = 1 << 20;

  @Inject private transient BasicCredential credential;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain inbox)
      throws IOException, ServletException {
    if (!"POST".equals(request.getMethod())) {
      inbox.doFilter(request, response);
      return;
    }
    if (!mayEnter(request)) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"Petlab applications\"");
      refuse(
          response,
          HttpServletResponse.SC_UNAUTHORIZED,
          "The sender's credential is missing or wrong");
      return;
    }
    byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
    if (body.length > MAX_BYTES) {
      refuse(
          response,
          HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
          "A message may have " + MAX_BYTES + " bytes");
      return;
    }
    if (Prolog.hasDoctype(body)) {
      refuse(
          response,
          HttpServletResponse.SC_BAD_REQUEST,
          "A message may have no document type declaration (SOAP 1.1, section 3)");
      return;
    }
    inbox.doFilter(new BufferedRequest(request, body), response);
  }

  private boolean mayEnter(HttpServletRequest request) {
    String path = request.getServletPath();
    Transition transition = Transition.named(path.substring(path.lastIndexOf('/') + 1));
    return credential.isOf(transition.sender(), request.getHeader("Authorization"));
  }

  private static void refuse(HttpServletResponse response, int status, String reason)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().println(reason);
  }
}
