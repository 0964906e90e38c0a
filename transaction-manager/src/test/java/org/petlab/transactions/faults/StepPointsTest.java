package org.petlab.transactions.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The points of a step, passed over JMX as the applications pass them. */
class StepPointsTest {
  private static CrashPointsMXBean points;

  @BeforeAll
  static void register() throws Exception {
    new CrashPoints();
    points =
        JMX.newMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(),
            new ObjectName(CrashPointsMXBean.NAME),
            CrashPointsMXBean.class);
  }

  @Test
  void aFaultOfEachOccurrenceStaysArmed() {
    long before = points.getTriggered();
    points.arm("sent@supplier-order:throw:each-2");
    assertThat(thrownAt("sent", "notification", 4)).isEmpty();
    assertThat(thrownAt("worked", "supplier-order", 2)).isEmpty();
    assertThat(thrownAt("sent", "supplier-order", 5)).containsExactly(2, 4);
    assertThat(points.getTriggered() - before).isEqualTo(2);
    assertThat(points.getArmed()).isEqualTo("sent@supplier-order:throw:each-2:1000");
    assertThat(points.getHits()).containsEntry("sent", 9L).containsEntry("worked", 2L);
  }

  @Test
  void aFaultOfOneOccurrenceIsTriggeredOnce() {
    points.arm("received@approving:throw:2");
    assertThat(thrownAt("received", "receiving", 3)).isEmpty();
    assertThat(thrownAt("received", "approving", 4)).containsExactly(2);
    assertThat(points.getArmed()).isEmpty();
  }

  @Test
  void aPointThatIsNoneIsRefused() {
    assertThatThrownBy(() -> points.hit("nowhere", "approving"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Integer> thrownAt(String point, String place, int hits) {
    List<Integer> thrown = new ArrayList<>();
    for (int hit = 1; hit <= hits; hit++) {
      try {
        points.hit(point, place);
      } catch (CrashPointException e) {
        assertThat(e).hasMessageContaining(point + " of " + place);
        thrown.add(hit);
      }
    }
    return thrown;
  }
}
