package org.petlab.storefront.visit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.BedSettings;

/** A server that keeps three sessions, of which an address may have two. */
class NewVisitTest {
  private static final int MAX_SESSIONS = 3;

  private final NewVisit visits = new NewVisit(bed("2"));
  private int sessions;

  @Test
  void aClientThatShowsNoSessionTakesItsShareAndNoMore() {
    new Client("127.0.0.1").visit();
    new Client("127.0.0.1").visit();
    HttpProblem problem = refusal(new Client("127.0.0.1"));
    assertThat(problem.status()).isEqualTo(429);
    assertThat(problem.retryAfterSeconds()).isEqualTo(60);
    assertThat(problem)
        .hasMessage(
            "There are too many sessions from your address. Please try again in 60 seconds.");
    assertThat(sessions).isEqualTo(2);
    new Client("127.0.0.2").visit();
  }

  @Test
  void aVisitThatGoesOnNeedsNoOtherSession() {
    Client client = new Client("127.0.0.1");
    Visit visit = client.visit();
    assertThat(client.visit()).isSameAs(visit);
    new Client("127.0.0.1").visit();
    assertThat(sessions).isEqualTo(2);
  }

  @Test
  void whereOneEndsAnotherMayBegin() {
    Client first = new Client("127.0.0.1");
    first.visit();
    new Client("127.0.0.1").visit();
    first.end();
    new Client("127.0.0.1").visit();
    refusal(new Client("127.0.0.1"));
  }

  @Test
  void aServerThatHasAsManyAsItMaySaysSo() {
    new Client("127.0.0.1").visit();
    new Client("127.0.0.2").visit();
    new Client("127.0.0.3").visit();
    HttpProblem problem = refusal(new Client("127.0.0.1"));
    assertThat(problem.status()).isEqualTo(503);
    assertThat(problem.retryAfterSeconds()).isEqualTo(60);
    assertThat(problem)
        .hasMessage(
            "There are too many visitors in the store right now. Please try again in 60 seconds.");
  }

  @Test
  void whoIsRefusedByTheServerDoesNotCountAtTheAddress() {
    new Client("127.0.0.1").visit();
    Client other = new Client("127.0.0.2");
    other.visit();
    new Client("127.0.0.2").visit();
    assertThat(refusal(new Client("127.0.0.1")).status()).isEqualTo(503);
    assertThat(refusal(new Client("127.0.0.1")).status()).isEqualTo(503);
    other.end();
    new Client("127.0.0.1").visit();
  }

  private static HttpProblem refusal(Client client) {
    return catchThrowableOfType(HttpProblem.class, client::visit);
  }

  private static BedSettings bed(String maxPerAddress) {
    Properties bed = new Properties();
    bed.put("sessions.max-per-address", maxPerAddress);
    return new BedSettings(bed);
  }

  /** Shows the session that it has, as a browser does. */
  private final class Client {
    private final Map<String, Object> attributes = new HashMap<>();
    private final String address;
    private HttpSession session;

    Client(String address) {
      this.address = address;
    }

    Visit visit() {
      return visits.of(proxy(HttpServletRequest.class, this::answerAsRequest));
    }

    void end() {
      visits.ends(session);
      sessions--;
    }

    private Object answerAsRequest(Object proxy, Method method, Object[] given) {
      return switch (method.getName()) {
        case "getRemoteAddr" -> address;
        case "getSession" -> given == null ? begun() : session;
        default -> throw new UnsupportedOperationException(method.getName());
      };
    }

    private HttpSession begun() {
      if (sessions == MAX_SESSIONS) {
        throw new IllegalStateException("createSession: Too many active sessions");
      }
      sessions++;
      session = proxy(HttpSession.class, this::answerAsSession);
      return session;
    }

    private Object answerAsSession(Object proxy, Method method, Object[] given) {
      return switch (method.getName()) {
        case "getAttribute" -> attributes.get(given[0]);
        case "setAttribute" -> attributes.put((String) given[0], given[1]);
        default -> throw new UnsupportedOperationException(method.getName());
      };
    }

    private <T> T proxy(Class<T> type, InvocationHandler answers) {
      return type.cast(
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }
  }
}
