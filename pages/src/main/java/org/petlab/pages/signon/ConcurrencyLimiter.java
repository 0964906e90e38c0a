package org.petlab.pages.signon;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits how many of something there may be at a time, and how many of them an address may have: so
 * that one address cannot take all.
 */
public final class ConcurrencyLimiter {
  private final int max;
  private final int maxPerAddress;
  // Only of those addresses that have any.
  private final Map<String, Integer> byAddress = new HashMap<>();
  private int taken;

  public ConcurrencyLimiter(int max, int maxPerAddress) {
    if (max < 1 || maxPerAddress < 1) {
      throw new IllegalArgumentException(
          "Expected 1 or more, got %d and %d per address".formatted(max, maxPerAddress));
    }
    this.max = max;
    this.maxPerAddress = maxPerAddress;
  }

  /** Takes one for an address, which {@link #release} gives back; false when there is none. */
  public synchronized boolean tryAcquire(String address) {
    if (taken >= max || byAddress.getOrDefault(address, 0) >= maxPerAddress) {
      return false;
    }
    taken++;
    byAddress.merge(address, 1, Integer::sum);
    return true;
  }

  public synchronized void release(String address) {
    taken--;
    byAddress.computeIfPresent(address, (each, number) -> number == 1 ? null : number - 1);
  }
}
