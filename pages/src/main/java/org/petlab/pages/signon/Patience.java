package org.petlab.pages.signon;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.petlab.pages.HttpProblem;

/**
 * How long a try to sign on has to wait: longer with each wrong one, by account and by address.
 * Nobody is made to sleep: a try that comes too early is refused, whether it is right or wrong.
 * Only while others are being looked at, of which it depends whether it comes too early, does it
 * wait.
 *
 * <p>An address does not have to wait for an account that it has signed on to before. So one that
 * guesses at others' accounts does not slow down those who share its address.
 */
final class Patience {
  private static final int FREE_BY_ACCOUNT = 5;
  private static final int FREE_BY_ADDRESS = 50;
  private static final int REMEMBERED = 10_000;
  // Only when whoever knows the passwords hangs does a try stay under way for long.
  private static final Duration LONGEST_QUEUE = Duration.ofSeconds(5);

  private final WrongTries byAccount;
  private final WrongTries byAddress;
  private final Latest<String, Boolean> acquainted = new Latest<>(REMEMBERED);

  Patience(LongSupplier nanoTime) {
    byAccount = new WrongTries(FREE_BY_ACCOUNT, REMEMBERED, nanoTime);
    byAddress = new WrongTries(FREE_BY_ADDRESS, REMEMBERED, nanoTime);
  }

  synchronized Duration timeLeft(String name, String address) {
    Duration forAccount = byAccount.timeLeft(name);
    if (isAcquainted(name, address)) {
      return forAccount;
    }
    Duration forAddress = byAddress.timeLeft(address);
    return forAccount.compareTo(forAddress) > 0 ? forAccount : forAddress;
  }

  /** A try that may be looked at; closed when it is known whether it was right. */
  final class Try implements AutoCloseable {
    private final String name;
    private final String address;
    private final boolean countsByAddress;
    private Boolean isRight;

    private Try(String name, String address) {
      this.name = name;
      this.address = address;
      countsByAddress = !isAcquainted(name, address);
      byAccount.begun(name);
      if (countsByAddress) {
        byAddress.begun(address);
      }
    }

    void was(boolean right) {
      isRight = right;
    }

    /** When nobody could tell whether it was right, it is as if it had not been. */
    @Override
    public void close() {
      synchronized (Patience.this) {
        byAccount.ended(name);
        if (countsByAddress) {
          byAddress.ended(address);
        }
        if (Boolean.TRUE.equals(isRight)) {
          right(name, address);
        } else if (isRight != null) {
          wrong(name, address);
        }
        Patience.this.notifyAll();
      }
    }
  }

  /**
   * Begins a try. As many as are still free are looked at side by side; another one waits until one
   * of these has ended, for it decides whether there is one more. So right ones that come at the
   * same time all pass, and of wrong ones none is looked at that would not be if they came one
   * after the other.
   *
   * @throws HttpProblem when it comes too early, as the two say it
   */
  Try begin(String name, String address, Function<Duration, HttpProblem> tooEarly) {
    synchronized (this) {
      long giveUpNanos = System.nanoTime() + LONGEST_QUEUE.toNanos();
      while (true) {
        Duration wait = timeLeft(name, address);
        if (wait.isPositive()) {
          throw tooEarly.apply(wait);
        }
        if (hasRoom(name, address)) {
          return new Try(name, address);
        }
        awaitAnEnd(giveUpNanos - System.nanoTime(), tooEarly);
      }
    }
  }

  private boolean hasRoom(String name, String address) {
    return byAccount.hasRoom(name) && (isAcquainted(name, address) || byAddress.hasRoom(address));
  }

  private void awaitAnEnd(long nanos, Function<Duration, HttpProblem> tooEarly) {
    if (nanos <= 0) {
      throw tooEarly.apply(Duration.ofSeconds(1));
    }
    try {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw tooEarly.apply(Duration.ofSeconds(1));
    }
  }

  private boolean isAcquainted(String name, String address) {
    return acquainted.containsKey(pair(name, address));
  }

  synchronized void wrong(String name, String address) {
    byAccount.add(name);
    byAddress.add(address);
  }

  // The address keeps its wrong tries: one right guess makes nobody trusted.
  synchronized void right(String name, String address) {
    byAccount.remove(name);
    acquainted.put(pair(name, address), true);
  }

  synchronized void forget() {
    byAccount.clear();
    byAddress.clear();
    acquainted.clear();
  }

  // No address contains a space.
  private static String pair(String name, String address) {
    return address + " " + name;
  }
}
