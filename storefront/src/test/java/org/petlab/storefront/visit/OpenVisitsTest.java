package org.petlab.storefront.visit;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpSession;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OpenVisitsTest {
  private final OpenVisits visits = new OpenVisits();
  private final AtomicBoolean changed = new AtomicBoolean();

  @Test
  void anotherPasswordEndsTheCustomersOtherVisits() {
    Session own = visitOf("ada");
    Session other = visitOf("ada");
    Session charles = visitOf("charles");
    Session stranger = visitOf(null);
    assertThat(visits.changePassword("ada", own.http, () -> changed.set(true))).isTrue();
    assertThat(changed).isTrue();
    assertThat(other.isEnded).isTrue();
    assertThat(own.isEnded || charles.isEnded || stranger.isEnded).isFalse();
  }

  @Test
  void whoseVisitWasEndedChangesNothingAnyMore() {
    Session own = visitOf("ada");
    Session late = visitOf("ada");
    visits.changePassword("ada", own.http, () -> {});
    assertThat(visits.changePassword("ada", late.http, () -> changed.set(true))).isFalse();
    assertThat(changed).isFalse();
    assertThat(own.isEnded).isFalse();
  }

  @Test
  void whoIsJustSigningOnWithThePasswordBeforeIsEndedToo() throws InterruptedException {
    Session own = visitOf("ada");
    Session hasty = visitOf(null);
    CountDownLatch admitted = new CountDownLatch(1);
    Thread change =
        new Thread(
            () -> {
              await(admitted);
              visits.changePassword("ada", own.http, () -> changed.set(true));
            });
    change.start();
    visits.signOn(
        () -> {
          admitted.countDown();
          // The password was good, and the change begins. It must not be through before this is.
          pauseUntilWaiting(change);
          hasty.visit.signOn("ada");
          assertThat(changed).isFalse();
          return hasty.visit;
        });
    change.join();
    assertThat(changed).isTrue();
    assertThat(hasty.isEnded).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pauseUntilWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
      Thread.onSpinWait();
    }
  }

  private Session visitOf(String customer) {
    Session session = new Session();
    if (customer != null) {
      session.visit.signOn(customer);
    }
    visits.began(session.http);
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
          visits.ended(http);
          yield null;
        }
        default -> throw new UnsupportedOperationException(method);
      };
    }
  }
}
