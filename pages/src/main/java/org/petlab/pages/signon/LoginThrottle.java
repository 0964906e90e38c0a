package org.petlab.pages.signon;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.petlab.pages.HttpProblem;

/**
 * Throttles attempts to sign on: each failed one makes the next wait longer, by account and by
 * address. No thread sleeps for that: an attempt that comes too early is refused, with the right
 * password too. It waits only for attempts in progress whose result decides whether it is too
 * early.
 *
 * <p>An address does not have to wait for an account that it has signed on to before. So one that
 * guesses at others' accounts does not slow down those who share its address.
 */
final class LoginThrottle {
  private static final int FREE_ATTEMPTS_BY_ACCOUNT = 5;
  private static final int FREE_ATTEMPTS_BY_ADDRESS = 50;
  private static final int REMEMBERED = 10_000;
  // An attempt takes long only when the identity store hangs.
  private static final Duration LONGEST_QUEUE = Duration.ofSeconds(5);

  private final FailedAttempts byAccount;
  private final FailedAttempts byAddress;
  private final LruMap<String, Boolean> known = new LruMap<>(REMEMBERED);

  private final Duration longestQueue;

  LoginThrottle(LongSupplier nanoTime) {
    this(nanoTime, LONGEST_QUEUE);
  }

  LoginThrottle(LongSupplier nanoTime, Duration longestQueue) {
    this.longestQueue = longestQueue;
    byAccount = new FailedAttempts(FREE_ATTEMPTS_BY_ACCOUNT, REMEMBERED, nanoTime);
    byAddress = new FailedAttempts(FREE_ATTEMPTS_BY_ADDRESS, REMEMBERED, nanoTime);
  }

  synchronized Duration timeLeft(String name, String address) {
    Duration forAccount = byAccount.timeLeft(name);
    if (isKnown(name, address)) {
      return forAccount;
    }
    Duration forAddress = byAddress.timeLeft(address);
    return forAccount.compareTo(forAddress) > 0 ? forAccount : forAddress;
  }

  /** An attempt that may be checked; closed when its result is known. */
  final class LoginAttempt implements AutoCloseable {
    private final String name;
    private final String address;
    private final boolean countsByAddress;
    private Boolean succeeded;

    private LoginAttempt(String name, String address) {
      this.name = name;
      this.address = address;
      countsByAddress = !isKnown(name, address);
      byAccount.recordBegin(name);
      if (countsByAddress) {
        byAddress.recordBegin(address);
      }
    }

    void recordResult(boolean success) {
      succeeded = success;
    }

    /** An attempt without a result does not count. */
    @Override
    public void close() {
      synchronized (LoginThrottle.this) {
        byAccount.recordEnd(name);
        if (countsByAddress) {
          byAddress.recordEnd(address);
        }
        if (Boolean.TRUE.equals(succeeded)) {
          recordSuccess(name, address);
        } else if (succeeded != null) {
          recordFailure(name, address);
        }
        LoginThrottle.this.notifyAll();
      }
    }
  }

  /**
   * Begins an attempt. As many as are still free are checked concurrently; another one waits until
   * one of these has ended, which decides whether there is one more. So concurrent attempts with
   * the right password all pass, and of wrong ones none is checked that would not be if they came
   * one after the other.
   *
   * @throws HttpProblem when it comes too early, as made by {@code whenThrottled}
   */
  LoginAttempt begin(String name, String address, Function<Duration, HttpProblem> whenThrottled) {
    synchronized (this) {
      long giveUpNanos = System.nanoTime() + longestQueue.toNanos();
      while (true) {
        Duration wait = timeLeft(name, address);
        if (wait.isPositive()) {
          throw whenThrottled.apply(wait);
        }
        if (mayBegin(name, address)) {
          return new LoginAttempt(name, address);
        }
        awaitOtherAttempt(giveUpNanos - System.nanoTime(), whenThrottled);
      }
    }
  }

  private boolean mayBegin(String name, String address) {
    return byAccount.mayBegin(name) && (isKnown(name, address) || byAddress.mayBegin(address));
  }

  private void awaitOtherAttempt(long nanos, Function<Duration, HttpProblem> whenThrottled) {
    if (nanos <= 0) {
      throw whenThrottled.apply(Duration.ofSeconds(1));
    }
    try {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw whenThrottled.apply(Duration.ofSeconds(1));
    }
  }

  private boolean isKnown(String name, String address) {
    return known.containsKey(pair(name, address));
  }

  synchronized void recordFailure(String name, String address) {
    byAccount.add(name);
    byAddress.add(address);
  }

  // The address keeps its failed attempts: one right guess earns no trust.
  synchronized void recordSuccess(String name, String address) {
    byAccount.remove(name);
    known.put(pair(name, address), true);
  }

  synchronized void reset() {
    byAccount.clear();
    byAddress.clear();
    known.clear();
  }

  // No address contains a space.
  private static String pair(String name, String address) {
    return address + " " + name;
  }
}
