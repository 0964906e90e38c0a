package org.petlab.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportedCounterTest {
  private static final long S = 1_000_000_000L;

  private static long at(double seconds, long... secondsAndValues) {
    ReportedCounter counter = new ReportedCounter((long) (seconds * S));
    for (int i = 0; i < secondsAndValues.length; i += 2) {
      counter.report(secondsAndValues[i] * S, secondsAndValues[i + 1]);
    }
    return counter.value();
  }

  @Test
  void betweenTwoReportsItLiesOnTheLine() {
    assertThat(at(1.25, 0, 0, 1, 100, 2, 300, 3, 900)).isEqualTo(150);
    assertThat(at(2, 0, 0, 1, 100, 2, 300, 3, 900)).isEqualTo(300);
  }

  @Test
  void theOrderOfTheReportsDoesNotMatter() {
    assertThat(at(1.25, 3, 900, 2, 300, 0, 0, 1, 100)).isEqualTo(150);
  }

  @Test
  void beforeItsFirstReportItIsNothingAndAfterItsLastItStandsStill() {
    assertThat(at(0.5, 1, 100, 2, 300)).isZero();
    assertThat(at(2.5, 1, 100, 2, 300)).isEqualTo(300);
    assertThat(at(1)).isZero();
  }
}
