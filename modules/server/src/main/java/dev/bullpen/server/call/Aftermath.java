package dev.bullpen.server.call;

import java.util.concurrent.atomic.AtomicReference;

/**
 * What is done when something happens that happens once: the action that was set last; or, if it
 * has happened, each that is set, at once. Each action runs at most once, on the thread of
 * whichever comes second: the event or the action.
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

  void happened() {
    next.getAndSet(HAPPENED).run();
  }

  boolean hasHappened() {
    return next.get() == HAPPENED;
  }
}
