package org.petlab.workflow.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A part of the server is asked by its name, through open types alone. */
class ServerBeansTest {
  private static final ObjectName NAME = name();

  /** In the place of the server's own; refuses every fault but one. */
  private record Points() implements ServerCrashPoints {
    @Override
    public void arm(String spec) {
      if (!spec.equals("committed:halt")) {
        throw new IllegalArgumentException("'" + spec + "' is not a fault spec");
      }
    }

    @Override
    public void disarm() {}

    @Override
    public String getArmed() {
      return "";
    }

    @Override
    public long getTriggered() {
      return 2;
    }

    @Override
    public Map<String, Long> getHits() {
      return Map.of("received", 7L);
    }

    @Override
    public void hit(String point, String place, String orderId) {
      throw new IllegalStateException(point + " at " + place + " by " + orderId);
    }

    @Override
    public void setDelay(String choice) {}

    @Override
    public String getDelay() {
      return "none";
    }

    @Override
    public Map<String, Long> getDelayHits() {
      return Map.of("received@approving 1 ms", 3L);
    }

    @Override
    public Map<String, Long> getDelayNanos() {
      return Map.of();
    }
  }

  @AfterEach
  void takeAway() throws JMException {
    if (ManagementFactory.getPlatformMBeanServer().isRegistered(NAME)) {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(NAME);
    }
  }

  @Test
  void aServerWithoutThemHasNone() {
    assertThat(ServerBeans.crashPoints()).isEmpty();
    assertThat(ServerBeans.transactions()).isEmpty();
  }

  @Test
  void whatItAnswersAndThrowsArrives() throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new StandardMBean(new Points(), ServerCrashPoints.class, true), NAME);
    ServerCrashPoints points = ServerBeans.crashPoints().orElseThrow();

    assertThat(points.getHits()).isEqualTo(Map.of("received", 7L));
    assertThat(points.getTriggered()).isEqualTo(2);
    assertThat(points.getDelay()).isEqualTo("none");
    assertThat(points.getDelayHits()).isEqualTo(Map.of("received@approving 1 ms", 3L));
    assertThatThrownBy(() -> points.arm("nowhere"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'nowhere' is not a fault spec");
    assertThatThrownBy(() -> points.hit("worked", "invoice", "4711"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("worked at invoice by 4711");
  }

  private static ObjectName name() {
    try {
      return new ObjectName("org.petlab:type=CrashPoints");
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
