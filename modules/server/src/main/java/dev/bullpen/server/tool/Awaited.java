package dev.bullpen.server.tool;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Something that is still to come, and what is to be done with it: one thing after the other, in
 * the order it was asked for. A thread that asks while another is at it leaves it to that one.
 */
final class Awaited<T> {
  /** What is still to be done; guards the others. */
  private final Queue<Consumer<T>> actions = new ArrayDeque<>();

  private Optional<T> there = Optional.empty();
  private boolean busy;

  /** Here it is; once. */
  void comes(T value) {
    synchronized (actions) {
      there = Optional.of(value);
    }
    work();
  }

  /** Do something with it when it has come and all that was asked for earlier is done. */
  void then(Consumer<T> action) {
    synchronized (actions) {
      actions.add(action);
    }
    work();
  }

  private void work() {
    for (Optional<Consumer<T>> next = next(); next.isPresent(); next = next()) {
      try {
        next.get().accept(there.get());
      } finally {
        synchronized (actions) {
          busy = false;
        }
      }
    }
  }

  /** What this thread is to do now; nothing if it has not come, or another thread is at it. */
  private Optional<Consumer<T>> next() {
    synchronized (actions) {
      if (busy || there.isEmpty() || actions.isEmpty()) {
        return Optional.empty();
      }
      busy = true;
      return Optional.of(actions.remove());
    }
  }
}
