package dev.bullpen.server.call;

import java.util.concurrent.atomic.AtomicReference;

/**
 * What is to be done when something happens that happens once: what was said last before, or, when
 * it has happened already, whatever is said then, at once. Each action runs once at most, on the
 * thread of whoever comes second: who says it or who tells that it has happened.
 */
final class Aftermath {
  private static final Runnable NOTHING = () -> {};

  /** Stands in the place of an action when it has happened; equal to none. */
  private static final Runnable HAPPENED = () -> {};

  private final AtomicReference<Runnable> next = new AtomicReference<>(NOTHING);

  void then(Runnable action) {
    Runnable before = next.get();
    while (before != HAPPENED && !next.compareAndSet(before, action)) {
      before = next.get();
    }
    if (before == HAPPENED) {
      action.run();
    }
  }

  /** It has happened; heard the first time only. */
  void happened() {
    next.getAndSet(HAPPENED).run();
  }
}
