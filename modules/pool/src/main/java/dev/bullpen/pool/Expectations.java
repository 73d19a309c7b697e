package dev.bullpen.pool;

import dev.bullpen.wire.Frame;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The providers that jobs may soon be about, for every helper there is and will be. The first ones
 * said stay: a helper keeps the classes of so many and no more.
 */
final class Expectations {
  static final int MAX = 64;

  private final Set<Frame.Expect> all = new LinkedHashSet<>();

  /** True if it is new, and there is room. */
  synchronized boolean add(Frame.Expect expected) {
    return all.size() < MAX && all.add(expected);
  }

  synchronized List<Frame.Expect> all() {
    return List.copyOf(all);
  }
}
