package org.petlab.storefront.visit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import jakarta.servlet.http.HttpSession;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.petlab.pages.HttpProblem;

class SessionRegistryTest {
  private final SessionRegistry sessions = new SessionRegistry();
  private final AtomicBoolean changed = new AtomicBoolean();

  @Test
  void anotherPasswordEndsTheCustomersOtherVisits() {
    Session own = visitOf("ada");
    Session other = visitOf("ada");
    Session charles = visitOf("charles");
    Session stranger = visitOf(null);
    assertThat(sessions.changePassword("ada", own.http, () -> changed.set(true))).isTrue();
    assertThat(changed).isTrue();
    assertThat(other.isEnded).isTrue();
    assertThat(own.isEnded || charles.isEnded || stranger.isEnded).isFalse();
  }

  @Test
  void aChangeThatFailsMayBeWrittenSoThatTheOtherVisitsEndToo() {
    Session own = visitOf("ada");
    Session other = visitOf("ada");
    Runnable lost =
        () -> {
          own.http.invalidate();
          throw new IllegalStateException("its session has ended meanwhile");
        };
    assertThatThrownBy(() -> sessions.changePassword("ada", own.http, lost))
        .hasMessage("its session has ended meanwhile");
    assertThat(other.isEnded).isTrue();
    assertThat(sessions.changePassword("ada", visitOf("ada").http, () -> changed.set(true)))
        .isTrue();
  }

  @Test
  void whoseVisitWasEndedChangesNothingAnyMore() {
    Session own = visitOf("ada");
    Session late = visitOf("ada");
    sessions.changePassword("ada", own.http, () -> {});
    assertThat(sessions.changePassword("ada", late.http, () -> changed.set(true))).isFalse();
    assertThat(changed).isFalse();
    assertThat(own.isEnded).isFalse();
  }

  @Test
  void aSignOnWithThePasswordBeforeDoesNotCount() {
    Session own = visitOf("ada");
    Session hasty = visitOf(null);
    Optional<Visit> signedOn =
        sessions.signOn(
            "ada",
            () -> {
              // The password was good; now it is another one, and this visit is nobody's yet.
              sessions.changePassword("ada", own.http, () -> changed.set(true));
              hasty.visit.signOn("ada");
              return hasty.visit;
            });
    assertThat(changed).isTrue();
    assertThat(signedOn).isEmpty();
  }

  @Test
  void aSignOnThatIsSlowHoldsUpNoOtherAndNoChangeOfAPassword() {
    Session charles = visitOf("charles");
    Session slow = visitOf(null);
    Optional<Visit> signedOn =
        sessions.signOn(
            "ada",
            () -> {
              assertTimeoutPreemptively(
                  Duration.ofSeconds(5),
                  () -> {
                    sessions.changePassword("charles", charles.http, () -> changed.set(true));
                    assertThat(sessions.signOn("grace", () -> slow.visit)).isPresent();
                  });
              return slow.visit;
            });
    assertThat(changed).isTrue();
    assertThat(signedOn).isPresent();
  }

  @Test
  void aChangeThatIsSlowHoldsUpNoSignOnAndNoOthersChange() {
    Session ada = visitOf("ada");
    Session charles = visitOf("charles");
    sessions.changePassword(
        "ada",
        ada.http,
        () ->
            assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> {
                  assertThat(sessions.signOn("grace", () -> ada.visit)).isPresent();
                  assertThat(sessions.signOn("ada", () -> ada.visit)).isPresent();
                  assertThatThrownBy(() -> sessions.changePassword("ada", ada.http, () -> {}))
                      .isInstanceOf(HttpProblem.class);
                  sessions.changePassword("charles", charles.http, () -> changed.set(true));
                }));
    assertThat(changed).isTrue();
  }

  private Session visitOf(String customer) {
    Session session = new Session();
    if (customer != null) {
      session.visit.signOn(customer);
    }
    sessions.add(session.http);
    return session;
  }

  private final class Session {
    final Visit visit = new Visit();
    final HttpSession http =
        (HttpSession)
            Proxy.newProxyInstance(
                HttpSession.class.getClassLoader(),
                new Class<?>[] {HttpSession.class},
                (proxy, method, arguments) -> answer(method.getName(), proxy, arguments));
    boolean isEnded;

    private Object answer(String method, Object proxy, Object[] arguments) {
      return switch (method) {
        case "getId" -> Integer.toString(System.identityHashCode(this));
        case "hashCode" -> System.identityHashCode(proxy);
        case "equals" -> proxy == arguments[0];
        case "getAttribute" -> {
          if (isEnded) {
            throw new IllegalStateException("ended");
          }
          yield visit;
        }
        case "invalidate" -> {
          isEnded = true;
          sessions.remove(http);
          yield null;
        }
        default -> throw new UnsupportedOperationException(method);
      };
    }
  }
}
