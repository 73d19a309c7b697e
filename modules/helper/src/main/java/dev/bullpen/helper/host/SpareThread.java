package dev.bullpen.helper.host;

import dev.bullpen.posix.thread.NoThreadException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread for one provider and what that starts, running before there is one: to start a thread
 * takes longer than many a provider. No provider finds anything of another in its thread.
 */
final class SpareThread {
  private final Thread thread;
  private volatile Runnable provider;

  private SpareThread(ProviderThreads threads) {
    thread = threads.newThread(this::run);
    thread.start();
  }

  /** One; empty if none can be had now. */
  static Optional<SpareThread> start(ProviderThreads threads) {
    try {
      return Optional.of(new SpareThread(threads));
    } catch (NoThreadException e) {
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
}
