package org.petlab.workflow.observability.measuring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ThreadCpuTimeTest {
  private static final long NANOS_PER_MS = 1_000_000L;

  @Test
  void aThreadThatWorksUsesCpuTimeAndOneThatWaitsDoesNot() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long usedBefore = threads.getCurrentThreadCpuTime();
    ThreadCpuTime begin = ThreadCpuTime.now();
    work(20 * NANOS_PER_MS);
    long worked = begin.elapsed();
    long used = threads.getCurrentThreadCpuTime() - usedBefore;
    ThreadCpuTime idle = ThreadCpuTime.now();
    LockSupport.parkNanos(100 * NANOS_PER_MS);
    long waited = idle.elapsed();
    assertThat(worked).isBetween(20 * NANOS_PER_MS, used);
    assertThat(waited).isBetween(0L, 50 * NANOS_PER_MS);
  }

  @Test
  void toAnotherThreadItIsNotKnown() {
    ThreadCpuTime begin = ThreadCpuTime.now();
    assertThat(CompletableFuture.supplyAsync(begin::elapsed).join())
        .isEqualTo(ThreadCpuTime.UNKNOWN);
  }

  @Test
  void ofAVirtualThreadItIsNotKnown() throws InterruptedException {
    CompletableFuture<Long> elapsed = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> elapsed.complete(ThreadCpuTime.now().elapsed())).join();
    assertThat(elapsed.join()).isEqualTo(ThreadCpuTime.UNKNOWN);
  }

  @Test
  void whereTheJvmDoesNotTellItIsNotKnown() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    ThreadCpuTime begin = ThreadCpuTime.now();
    threads.setThreadCpuTimeEnabled(false);
    try {
      assertThat(ThreadCpuTime.now().elapsed()).isEqualTo(ThreadCpuTime.UNKNOWN);
      assertThat(begin.elapsed()).isEqualTo(ThreadCpuTime.UNKNOWN);
    } finally {
      threads.setThreadCpuTimeEnabled(true);
    }
    assertThat(ThreadCpuTime.now().elapsed()).isNotNegative();
  }

  /** Works until the thread has used so much CPU time, by another clock than the one tested. */
  static void work(long cpuNanos) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().threadId();
    long end = threads.getThreadCpuTime(id) + cpuNanos;
    while (threads.getThreadCpuTime(id) < end) {
      Thread.onSpinWait();
    }
  }
}
