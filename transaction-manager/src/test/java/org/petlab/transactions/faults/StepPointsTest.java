package org.petlab.transactions.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  void anErrorIsNoException() {
    points.arm("worked@invoice:error");
    assertThatThrownBy(() -> points.hit("worked", "invoice", "10001"))
        .isInstanceOf(Error.class)
        .hasMessage("Thrown on purpose at the crash point worked of invoice");
    assertThat(points.getArmed()).isEmpty();
  }

  @Test
  void aPointThatIsNoneIsRefused() {
    assertThatThrownBy(() -> points.hit("nowhere", "approving", "10001"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDelayStaysUntilAnotherIsChosen() {
    points.setDelay("received@approving 400 ms");
    assertThat(millisAt("received", "approving", "10001")).isBetween(400L, 5000L);
    assertThat(millisAt("received", "approving", "10002")).isBetween(400L, 5000L);
    assertThat(isDelayed("received", "receiving", "10002")).isFalse();
    assertThat(isDelayed("sent", "approving", "10002")).isFalse();
    assertThat(points.getDelay()).isEqualTo("received@approving 400 ms");
    assertThat(points.getDelayHits()).containsEntry("received@approving 400 ms", 2L);
    assertThat(points.getDelayNanos().get("received@approving 400 ms"))
        .isBetween(800_000_000L, 10_000_000_000L);

    points.setDelay("none");
    assertThat(isDelayed("received", "approving", "10001")).isFalse();
    assertThat(points.getDelayHits()).containsEntry("received@approving 400 ms", 2L);
  }

  // By hand, as in DelegateChoiceTest: of two levels order 10001 has the first with seed 7, order
  // 10002 the second.
  @Test
  void ofDrawnLevelsAnOrderHasOne() {
    points.setDelay("drawn:7:none,worked@invoice 400 ms");
    assertThat(isDelayed("worked", "invoice", "10001")).isFalse();
    assertThat(millisAt("worked", "invoice", "10002")).isBetween(400L, 5000L);
    assertThat(points.getDelayHits()).containsEntry("worked@invoice 400 ms", 1L);
    points.setDelay("none");
  }

  @Test
  void aDelayIsNoFault() {
    points.disarm();
    long before = points.getTriggered();
    points.setDelay("sent@invoice 0.5 ms");
    points.hit("sent", "invoice", "10001");
    points.setDelay("none");
    assertThat(points.getTriggered()).isEqualTo(before);
    assertThat(points.getDelayNanos().get("sent@invoice 0.5 ms")).isGreaterThanOrEqualTo(500_000L);
  }

  // Not by the time it takes: a machine may be busy.
  private static boolean isDelayed(String point, String place, String order) {
    Map<String, Long> before = points.getDelayHits();
    points.hit(point, place, order);
    return !points.getDelayHits().equals(before);
  }

  private static long millisAt(String point, String place, String order) {
    long begin = System.nanoTime();
    points.hit(point, place, order);
    return (System.nanoTime() - begin) / 1_000_000;
  }

  private static List<Integer> thrownAt(String point, String place, int hits) {
    List<Integer> thrown = new ArrayList<>();
    for (int hit = 1; hit <= hits; hit++) {
      try {
        points.hit(point, place, "10001");
      } catch (CrashPointException e) {
        assertThat(e).hasMessageContaining(point + " of " + place);
        thrown.add(hit);
      }
    }
    return thrown;
  }
}
