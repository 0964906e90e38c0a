package org.petlab.submitting;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.petlab.load.Answer;
import org.petlab.load.PlannedSession;
import org.petlab.load.RequestLog;
import org.petlab.load.WallClock;
import org.petlab.submitting.Entrance.Receipt;

/** Threads that take the orders in turn, each one at a time. */
final class Submitters {
  private static final long COMPLETION_TIMEOUT_S = 60;

  /** Until the threads are there: an order that is due before would count as blocked. */
  private static final long LEAD_NS = 300_000_000L;

  /** After an order that failed, which may take no time: else the plan is used up in seconds. */
  private static final long REST_NS = 100_000_000L;

  private final OrderPlan plan;
  private final CompletionMails mails;
  private final RequestLog log;
  private final WallClock clock;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private long beginNanoTime;
  private int taken;
  private int blocked;
  private int submitted;
  private int answered;
  private boolean ended;
  private boolean stopped;
  private long endNanoTime;

  Submitters(OrderPlan plan, CompletionMails mails, RequestLog log, WallClock clock) {
    this.plan = plan;
    this.mails = mails;
    this.log = log;
    this.clock = clock;
  }

  /**
   * The load begins.
   *
   * @param entrances of each thread by name, as the plan names them
   */
  void begin(List<Map<String, Entrance>> entrances) {
    beginNanoTime = System.nanoTime() + (plan.closed() ? 0 : LEAD_NS);
    log.begun(beginNanoTime);
    for (Map<String, Entrance> ofThread : entrances) {
      Thread thread = new Thread(() -> submitInTurn(ofThread), "submitter-" + threads.size());
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /**
   * Waits until the plan's time is over.
   *
   * @return whether there were orders enough; where each waits for one before, nobody can tell
   *     beforehand how many are needed
   */
  boolean sufficeFor(long durationMs) throws InterruptedException {
    long end = beginNanoTime + TimeUnit.MILLISECONDS.toNanos(durationMs);
    return !over.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /**
   * None that is due from now on is submitted any more; waits so long for the answers of those that
   * were due before.
   */
  void end(long timeoutMs) throws InterruptedException {
    synchronized (this) {
      endNanoTime = ended ? endNanoTime : System.nanoTime();
      ended = true;
    }
    threads.forEach(LockSupport::unpark);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    for (Thread thread : threads) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      thread.join(Math.max(1, leftMs));
    }
    synchronized (this) {
      stopped = true;
    }
  }

  /** How many that were due at the end have no answer. */
  synchronized int unanswered() {
    return (plan.closed() ? submitted : due(endNanoTime)) - answered;
  }

  /** How many were due until this instant. */
  synchronized int due(long nanoTime) {
    return plan.closed()
        ? taken
        : (int) plan.orders().stream().filter(order -> dueAt(order) <= nanoTime).count();
  }

  /**
   * How many were submitted late because as many as may be were on their way; those that still wait
   * among them.
   */
  synchronized int blocked() {
    return plan.closed() ? 0 : blocked + Math.max(0, due(endNanoTime) - taken);
  }

  private long dueAt(PlannedSession order) {
    return beginNanoTime + order.dueNs();
  }

  private synchronized Optional<PlannedSession> take() {
    if (stopped || ended && plan.closed()) {
      return Optional.empty();
    }
    if (taken == plan.orders().size()) {
      if (plan.closed()) {
        over.countDown();
      }
      return Optional.empty();
    }
    PlannedSession next = plan.orders().get(taken++);
    if (!plan.closed() && dueAt(next) < System.nanoTime()) {
      blocked++;
    }
    return Optional.of(next);
  }

  private synchronized boolean hasEnded() {
    return ended;
  }

  /** Whether an order that is due at this instant is not to be submitted any more. */
  private synchronized boolean isOver(long dueNanoTime) {
    return stopped || ended && (plan.closed() || dueNanoTime - endNanoTime > 0);
  }

  private synchronized void countSubmitted() {
    submitted++;
  }

  private synchronized void countAnswer() {
    answered++;
  }

  private void submitInTurn(Map<String, Entrance> entrances) {
    long lastEnd = System.nanoTime();
    for (Optional<PlannedSession> next = take(); next.isPresent(); next = take()) {
      PlannedSession order = next.get();
      long intended = plan.closed() ? lastEnd + order.thinkNs()[0] : dueAt(order);
      if (!waitUntil(intended)) {
        return;
      }
      boolean confirmed = submit(order, entrances.get(entranceOf(order)), intended);
      lastEnd = System.nanoTime() + (confirmed ? 0 : REST_NS);
    }
  }

  private String entranceOf(PlannedSession order) {
    return plan.entrances().get(order.number() % plan.entrances().size());
  }

  /** Whether the load goes on then. */
  private boolean waitUntil(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      if (isOver(nanoTime)) {
        return false;
      }
      LockSupport.parkNanos(left);
    }
    return !isOver(nanoTime);
  }

  /** Whether the store has confirmed it. */
  private boolean submit(PlannedSession order, Entrance entrance, long intended) {
    String orderId = order.values().get("order");
    CountDownLatch mailed = mails.expect(orderId);
    long sentAt = System.nanoTime();
    log.sent(true);
    countSubmitted();
    String document = order.filled(plan.document()).replace("{placed_at}", moment(sentAt));
    Receipt receipt = entrance.submit(orderId, document);
    long end = System.nanoTime();
    log.answered(sentAt, end, order.values().get("customer"), new Answer(receipt.kind(), orderId));
    log.ended(order.number(), 0, intended, sentAt, end, receipt.status(), receipt.bytes());
    countAnswer();
    boolean confirmed = receipt.kind().equals("confirmed");
    if (plan.closed() && confirmed) {
      awaitCompletion(mailed);
    }
    mails.forget(orderId);
    return confirmed;
  }

  private String moment(long nanoTime) {
    return Instant.EPOCH.plusNanos(clock.at(nanoTime)).toString();
  }

  private void awaitCompletion(CountDownLatch mailed) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(COMPLETION_TIMEOUT_S);
    try {
      while (!hasEnded() && System.nanoTime() < deadline) {
        if (mailed.await(100, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}
