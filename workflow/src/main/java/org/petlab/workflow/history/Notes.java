package org.petlab.workflow.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Steps that are taken and not yet written down. Bounded: what does not fit is dropped and counted,
 * for a step must never wait for its history.
 */
final class Notes {
  private final BlockingQueue<StepTaken> waiting;
  private final LongAdder dropped = new LongAdder();

  Notes(int capacity) {
    waiting = new ArrayBlockingQueue<>(capacity);
  }

  void add(StepTaken step) {
    if (!waiting.offer(step)) {
      dropped.increment();
    }
  }

  /** Takes out the oldest. */
  List<StepTaken> take(int atMost) {
    List<StepTaken> oldest = new ArrayList<>();
    waiting.drainTo(oldest, atMost);
    return oldest;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** How many have been dropped since this was last asked. */
  long droppedSince() {
    return dropped.sumThenReset();
  }
}
