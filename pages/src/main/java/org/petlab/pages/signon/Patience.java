package org.petlab.pages.signon;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a try to sign on has to wait: longer with each wrong one, by account and by address.
 * Nobody is made to sleep: a try that comes too early is refused, whether it is right or wrong.
 *
 * <p>An address does not have to wait for an account that it has signed on to before. So one that
 * guesses at others' accounts does not slow down those who share its address.
 */
final class Patience {
  private static final int FREE_BY_ACCOUNT = 5;
  private static final int FREE_BY_ADDRESS = 50;
  private static final int REMEMBERED = 10_000;

  private final WrongTries byAccount;
  private final WrongTries byAddress;
  private final Latest<String, Boolean> acquainted = new Latest<>(REMEMBERED);

  Patience(LongSupplier nanoTime) {
    byAccount = new WrongTries(FREE_BY_ACCOUNT, REMEMBERED, nanoTime);
    byAddress = new WrongTries(FREE_BY_ADDRESS, REMEMBERED, nanoTime);
  }

  synchronized Duration timeLeft(String name, String address) {
    Duration forAccount = byAccount.timeLeft(name);
    if (acquainted.containsKey(pair(name, address))) {
      return forAccount;
    }
    Duration forAddress = byAddress.timeLeft(address);
    return forAccount.compareTo(forAddress) > 0 ? forAccount : forAddress;
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
