package dev.bullpen.helper.provider;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of providers and those that these start: one thread group for all of this JVM. A
 * provider's classes live on, and may hold a factory whose threads go into the group in which it
 * was made: so those that it makes for a later provider are found as well. Before JDK 19 a group
 * could only be given up by destroying it, and then such a factory would fail.
 */
final class ProviderThreads {
  /** The threads of a parallel stream that has its result may still seek more to do. */
  private static final Duration LAST_TASKS = Duration.ofMillis(20);

  private static final Duration POLL_EVERY = Duration.ofMillis(1);

  private static final String NAME = "provider";

  /** Deep enough for a recursive parser; only what is touched costs memory. */
  private static final long STACK_BYTES = 1024 * 1024;

  /** Threads that the provider has asked to end when it returned may take a moment. */
  private static final long LAST_THREADS_MILLIS = 5;

  /** More than a helper has, with a provider that is not busy. */
  private static final int USUALLY_FEWER = 64;

  /** What runs virtual threads, and what answers tools that watch this JVM from outside. */
  private static final Set<String> GROUPS = Set.of("CarrierThreads", "RMI Runtime");

  /** Also in a group of the JDK's, but they may run code of a provider, which starts others. */
  private static final String INNOCUOUS = "jdk.internal.misc.InnocuousThread";

  private final ThreadGroup group = new ThreadGroup(NAME);
  private final ThreadGroup ours = Thread.currentThread().getThreadGroup();
  private final ThreadGroup root = root(ours);

  /** Threads that are there before the first provider belong to none. */
  private final Set<Thread> earlier = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Never started: before JDK 19 this keeps a group of daemons from being destroyed. */
  private final Thread anchor = new Thread(group, () -> {}, NAME);

  /** To be called by a thread of the helper. */
  ProviderThreads() {
    Collections.addAll(earlier, all());
    earlier.remove(null);
  }

  Thread start(Runnable work) throws PosixException {
    group.setMaxPriority(Thread.MAX_PRIORITY); // as it was, whatever a provider has made of it
    Thread thread =
        new ProviderThread(group) {
          @Override
          public void run() {
            work.run();
          }
        };
    try {
      thread.start();
    } catch (NoThreadException e) {
      throw PosixException.ofStart("a thread for a provider", Errno.EAGAIN);
    }
    return thread;
  }

  /**
   * Wait a moment for each thread, in any group, that the provider that has just ended has started;
   * but not for the JVM's own pools, which live on. False if one goes on.
   */
  boolean awaitOthers() {
    for (Thread thread : all()) {
      if (thread == null) {
        return true;
      }
      if (!(thread instanceof ProviderThread) && !isCommon(thread) && !awaitEnd(thread)) {
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

  /** Ends by itself once its provider has. */
  private abstract static class ProviderThread extends DaemonThread {
    ProviderThread(ThreadGroup group) {
      super(group, NAME, STACK_BYTES);
    }
  }

  private static boolean isOfCommonPool(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && worker.getPool() == ForkJoinPool.commonPool();
  }

  /** Wait a moment. False if something still runs or waits there. */
  static boolean awaitCommonPool() {
    long until = System.nanoTime() + LAST_TASKS.toNanos();
    while (!ForkJoinPool.commonPool().isQuiescent()) {
      if (System.nanoTime() - until >= 0) {
        return false;
      }
      LockSupport.parkNanos(POLL_EVERY.toNanos());
    }
    return true;
  }

  private static ThreadGroup root(ThreadGroup group) {
    ThreadGroup root = group;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root;
  }

  /** Every thread of this JVM but virtual ones, and nulls behind them. */
  private Thread[] all() {
    Thread[] all = new Thread[USUALLY_FEWER];
    while (root.enumerate(all) == all.length) { // there may be more
      all = new Thread[2 * all.length];
    }
    return all;
  }

  /**
   * Whether a thread has ended, or is of the JDK or the helper and so of no provider. These are
   * known by their thread groups, which a thread that one of them starts inherits. All other groups
   * are of providers, also those of the JDK for the common pool and virtual threads, which run
   * tasks of providers: a thread that such a task starts belongs to the provider.
   */
  private boolean isCommon(Thread thread) {
    ThreadGroup its = thread.getThreadGroup();
    return its == null
        || its == root
        || its == ours
        || (its.getParent() == root && GROUPS.contains(its.getName()))
        || thread.getClass().getName().equals(INNOCUOUS)
        || isOfCommonPool(thread)
        || earlier.contains(thread);
  }
}
