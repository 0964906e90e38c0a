package org.petlab.pages.signon;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of so many entries at most: the one that nobody has used for the longest time goes. */
final class LruMap<K, V> extends LinkedHashMap<K, V> {
  private final int most;

  LruMap(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
