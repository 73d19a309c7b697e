package dev.bullpen.helper.host;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread for one provider and what that starts, running before there is one: to start a thread
 * takes longer than many a provider. No provider finds anything of another in its thread.
 */
final class SpareThread {
  /** Deep enough for a recursive parser; only what is touched costs memory. */
  private static final long STACK_BYTES = 1024 * 1024;

  /** Threads that were told to end when the provider returned may take a moment to. */
  private static final long LAST_THREADS_MILLIS = 5;

  private final ThreadGroup group = new ThreadGroup("provider");
  private final Thread thread = new Thread(group, this::run, "provider", STACK_BYTES);
  private volatile Runnable provider;

  private SpareThread() {
    thread.setDaemon(true);
    thread.start();
  }

  /** One; empty if none can be had now. */
  static Optional<SpareThread> start() {
    try {
      return Optional.of(new SpareThread());
    } catch (OutOfMemoryError noThread) { // a full heap would have ended this process
      return Optional.empty();
    }
  }

  /** Once. */
  void begin(Runnable provider) {
    this.provider = provider;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (provider == null) {
      LockSupport.park(this);
    }
    provider.run();
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Whether all that the provider has started have ended, but for those of the JVM's own pool. */
  boolean haveOthersEnded() {
    Thread[] alive = new Thread[group.activeCount() + 1];
    int count = group.enumerate(alive);
    for (int i = 0; i < count; i++) {
      if (alive[i] != thread && !CommonPool.owns(alive[i]) && !endsSoon(alive[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean endsSoon(Thread other) {
    try {
      other.join(LAST_THREADS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !other.isAlive();
  }
}
