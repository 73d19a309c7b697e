package dev.bullpen.server.call;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Actions for an event that happens once. Until it happens, the action that was set last counts.
 * After it has happened, each action that is set runs at once. Each runs at most once, on the
 * thread of the later of the two: the event or the action.
 */
final class Aftermath {
  private static final Runnable NOTHING = () -> {};

  /** Takes the place of the action when the event has happened; equal to no action. */
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
