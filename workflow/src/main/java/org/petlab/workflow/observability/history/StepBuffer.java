package org.petlab.workflow.observability.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Steps that are over and not yet written. Bounded: what does not fit is dropped and counted, for a
 * step must never wait for its history.
 */
final class StepBuffer {
  private final BlockingQueue<StepRecord> waiting;
  private final LongAdder dropped = new LongAdder();

  StepBuffer(int capacity) {
    waiting = new ArrayBlockingQueue<>(capacity);
  }

  void add(StepRecord step) {
    if (!waiting.offer(step)) {
      dropped.increment();
    }
  }

  /** Removes the oldest. */
  List<StepRecord> take(int atMost) {
    List<StepRecord> oldest = new ArrayList<>();
    waiting.drainTo(oldest, atMost);
    return oldest;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** How many have been dropped since this was last called. */
  long takeDropped() {
    return dropped.sumThenReset();
  }
}
