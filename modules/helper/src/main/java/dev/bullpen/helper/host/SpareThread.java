package dev.bullpen.helper.host;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread for one provider and what that starts, running before there is one: to start a thread
 * takes longer than many a provider. No provider finds anything of another in its thread.
 */
final class SpareThread {
  /** Deep enough for a recursive parser; only what is touched costs memory. */
  private static final long STACK_BYTES = 1024 * 1024;

  private final ThreadGroup group = new ThreadGroup("provider");
  private final Thread thread = new Thread(group, this::run, "provider", STACK_BYTES);
  private volatile Runnable provider;

  SpareThread() {
    thread.setDaemon(true);
    thread.start();
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

  /** Itself, and what the provider has started and not ended. */
  ThreadGroup group() {
    return group;
  }

  boolean is(Thread other) {
    return other == thread;
  }
}
