package dev.bullpen.pool;

import dev.bullpen.wire.Frame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The providers that jobs may soon be about, for every helper there is and will be. The first ones
 * said stay: a helper keeps the classes of so many and no more.
 */
final class Expectations {
  static final int MAX = 64;

  private final Object expectedLock = new Object();

  private final Map<String, Frame.Expect> all = new LinkedHashMap<>();

  /**
   * True if it is new, and there is room; a changed program takes the place of what it was.
   *
   * @param program its file
   */
  boolean add(String program, Frame.Expect expected) {
    synchronized (expectedLock) {
      boolean hasRoom = all.size() < MAX || all.containsKey(program);
      return hasRoom && !expected.equals(all.put(program, expected));
    }
  }

  List<Frame.Expect> all() {
    synchronized (expectedLock) {
      return List.copyOf(all.values());
    }
  }
}
