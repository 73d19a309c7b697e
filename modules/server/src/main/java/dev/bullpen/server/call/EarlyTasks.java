package dev.bullpen.server.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is done with something that is there soon: in the order in which it was said. No thread
 * waits for it.
 */
final class EarlyTasks<T> {
  private final Object orderLock = new Object();

  // Guarded by the lock.
  private Optional<T> thing = Optional.empty();
  private List<Consumer<T>> early = new ArrayList<>();

  /** Do something with it: now if it is there, and else as soon as it is, on that thread. */
  void with(Consumer<T> task) {
    T there;
    synchronized (orderLock) {
      if (thing.isEmpty()) {
        early.add(task);
        return;
      }
      there = thing.get();
    }
    task.accept(there);
  }

  /** It is there. */
  void begin(T there) {
    for (List<Consumer<T>> next = next(there); !next.isEmpty(); next = next(there)) {
      next.forEach(task -> task.accept(there));
    }
  }

  /** What has been said meanwhile; if nothing has, everything is done at once from now on. */
  private List<Consumer<T>> next(T there) {
    synchronized (orderLock) {
      List<Consumer<T>> next = early;
      early = new ArrayList<>();
      if (next.isEmpty()) {
        thing = Optional.of(there);
      }
      return next;
    }
  }
}
