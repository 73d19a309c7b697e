package dev.bullpen.http.connection;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Counts what is open, in all and of each {@link SourceNetwork}, up to a number of both. */
final class OpenCounts {
  private final Object countsLock = new Object();
  private final Map<String, Integer> counts = new HashMap<>();
  private final int most;
  private final int mostOfOne;
  private int all;

  OpenCounts(int most, int mostOfOne) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /**
   * Count one more.
   *
   * @param source empty if only the number in all counts
   * @return false if one of the numbers has been reached, and nothing is counted
   */
  boolean add(Optional<String> source) {
    synchronized (countsLock) {
      if (all >= most || source.map(counts::get).orElse(0) >= mostOfOne) {
        return false;
      }
      all++;
      source.ifPresent(one -> counts.merge(one, 1, Integer::sum));
      return true;
    }
  }

  /** Count one less. It has been added. */
  void remove(Optional<String> source) {
    synchronized (countsLock) {
      all--;
      source.ifPresent(one -> counts.computeIfPresent(one, (same, n) -> n == 1 ? null : n - 1));
    }
  }
}
