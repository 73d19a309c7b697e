package dev.bullpen.helper.host;

import dev.bullpen.posix.thread.DaemonThread;

/**
 * The threads of providers and of what these start: one thread group for all that run in this JVM.
 * A provider's classes live on, and may hold a factory of threads that goes by the group in which
 * it was made; so the threads it makes for a later provider are seen as well. Before JDK 19 a group
 * could moreover only be let go of by destroying it, and then such a factory would fail.
 */
final class ProviderThreads {
  private static final String NAME = "provider";

  /** Deep enough for a recursive parser; only what is touched costs memory. */
  private static final long STACK_BYTES = 1024 * 1024;

  /** Threads that were told to end when the provider returned may take a moment to. */
  private static final long LAST_THREADS_MILLIS = 5;

  private final ThreadGroup group = new ThreadGroup(NAME);
  private final CommonThreads common = new CommonThreads();

  /**
   * Never started: before JDK 19 this keeps the group from being destroyed with its last thread,
   * should a provider make it one of daemons.
   */
  private final Thread anchor = new Thread(group, () -> {}, NAME);

  /** For one provider. */
  Thread newThread(Runnable work) {
    group.setMaxPriority(Thread.MAX_PRIORITY); // as it was, whatever a provider has made of it
    return new OfProvider(group, work);
  }

  /**
   * Wait a moment for each that the provider that has just ended has started, in whatever group;
   * but for those of the JVM's own pools, which live on.
   *
   * @return false if one goes on
   */
  boolean awaitOthers() {
    for (Thread thread : common.all()) {
      if (thread == null) {
        return true;
      }
      if (!(thread instanceof OfProvider) && !common.have(thread) && !awaitEnd(thread)) {
        return false;
      }
    }
    return true;
  }

  private static boolean awaitEnd(Thread other) {
    try {
      other.join(LAST_THREADS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !other.isAlive();
  }

  /** One of ours: it ends by itself once its provider has, or waits for one. */
  private static final class OfProvider extends DaemonThread {
    OfProvider(ThreadGroup group, Runnable work) {
      super(group, NAME, work, STACK_BYTES);
    }
  }
}
