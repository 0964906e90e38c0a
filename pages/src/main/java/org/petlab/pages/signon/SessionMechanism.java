package org.petlab.pages.signon;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationException;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.petlab.pages.ClientKind;
import org.petlab.pages.ErrorResponses;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.SecurityHeadersFilter;
import org.petlab.workflow.access.BasicCredential;
import org.petlab.workflow.kernel.Application;

/**
 * Tells the container at each request who makes it: whoever is signed on in its session. Where a
 * role is asked for, a program may show a name and a password each time (HTTP Basic, RFC 7617), and
 * an application of the bed its credential; a person is sent to the sign-on page.
 *
 * <p>It is asked for every request of every customer: it reads the session and no more.
 */
@ApplicationScoped
public class SessionMechanism implements HttpAuthenticationMechanism {
  private static final String APPLICATION = "application";

  @Inject private Authenticator authenticator;
  @Inject private BasicCredential credential;
  @Inject private ErrorResponses responses;

  @Override
  public AuthenticationStatus validateRequest(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
      throws AuthenticationException {
    CurrentUser who = CurrentUser.of(request);
    if (who != null) {
      // Payara lets no role see an application's bare address once anything of it is closed.
      String first = FirstPage.redirectTarget(request);
      if (first != null) {
        return context.redirect(first);
      }
      return context.notifyContainerAboutLogin(who.name(), who.roles());
    }
    if (!context.isProtected()) {
      return context.doNothing();
    }
    // No filter has been passed yet.
    SecurityHeadersFilter.setOn(response);
    try {
      return authenticate(request, response, context);
    } catch (IOException e) {
      throw new AuthenticationException(e);
    }
  }

  private AuthenticationStatus authenticate(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context)
      throws IOException {
    try {
      CurrentUser who = credentialOf(request);
      return context.notifyContainerAboutLogin(who.name(), who.roles());
    } catch (HttpProblem problem) {
      if (ClientKind.of(request) == ClientKind.BROWSER && "GET".equals(request.getMethod())) {
        return context.redirect(signOnPage(request));
      }
      responses.send(problem, request, response);
    } catch (RuntimeException e) {
      // Payara would answer with nothing but a status, and log nothing.
      ErrorResponses.sendUncaught(e, request, response);
    }
    return AuthenticationStatus.SEND_FAILURE;
  }

  /** Who shows a credential with the request. */
  private CurrentUser credentialOf(HttpServletRequest request) {
    String authorization = request.getHeader("Authorization");
    for (Application application : Application.values()) {
      if (credential.isOf(application, authorization)) {
        return new CurrentUser(application.id(), Set.of(APPLICATION));
      }
    }
    if (ClientKind.of(request) == ClientKind.BROWSER) {
      throw HttpProblem.unauthorized("Please sign on first.", "");
    }
    BasicHeader basic = BasicHeader.read(authorization);
    return authenticator.authenticate(basic.name(), basic.password(), request.getRemoteAddr(), "");
  }

  private static String signOnPage(HttpServletRequest request) {
    String query = request.getQueryString();
    String requested =
        SafeRedirect.of(ClientKind.path(request) + (query == null ? "" : "?" + query));
    return request.getContextPath()
        + "/signon?next="
        + URLEncoder.encode(requested, StandardCharsets.UTF_8);
  }
}
