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
 * The threads of providers, and those that these start: one thread group for all of this JVM. A
 * provider's classes live on and may hold a thread factory, whose threads belong to the group in
 * which it was made. So threads that it makes for a later provider are found as well. Before JDK 19
 * a group could only be given up by destroying it, and then such a factory would fail.
 */
final class ProviderThreads {
  /** The threads of a parallel stream may still search for tasks after it has its result. */
  private static final Duration LAST_TASKS = Duration.ofMillis(20);

  private static final Duration POLL_EVERY = Duration.ofMillis(1);

  private static final String NAME = "provider";

  /** Deep enough for a recursive parser. Only the part that is used takes memory. */
  private static final long STACK_BYTES = 1024 * 1024;

  /** How long threads may take that the provider has asked to end before it returned. */
  private static final long LAST_THREADS_MILLIS = 5;

  /** More than a helper usually has. */
  private static final int USUALLY_FEWER = 64;

  /** For virtual threads, and for tools that watch this JVM from outside. */
  private static final Set<String> GROUPS = Set.of("CarrierThreads", "RMI Runtime");

  /**
   * Also in a group of the JDK's. But such threads may run code of a provider, which starts others.
   */
  private static final String INNOCUOUS = "jdk.internal.misc.InnocuousThread";

  private final ThreadGroup group = new ThreadGroup(NAME);
  private final ThreadGroup ours = Thread.currentThread().getThreadGroup();
  private final ThreadGroup root = root(ours);

  /** Threads from before the first provider belong to no provider. */
  private final Set<Thread> earlier = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Never started. Before JDK 19 this keeps a group of daemons from being destroyed. */
  private final Thread anchor = new Thread(group, () -> {}, NAME);

  /** Called on a thread of the helper. */
  ProviderThreads() {
    Collections.addAll(earlier, all());
    earlier.remove(null);
  }

  Thread start(Runnable work) throws PosixException {
    group.setMaxPriority(Thread.MAX_PRIORITY); // a provider may have lowered it
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
   * Wait a moment for each thread, in any group, that the last provider has started, except those
   * of the JVM's own pools, which live on.
   *
   * @return false if one goes on
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

  /** Ends by itself when its provider has ended. */
  private abstract static class ProviderThread extends DaemonThread {
    ProviderThread(ThreadGroup group) {
      super(group, NAME, STACK_BYTES);
    }
  }

  private static boolean isOfCommonPool(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && worker.getPool() == ForkJoinPool.commonPool();
  }

  /** Wait a moment for the common pool; false if a task still runs or waits there. */
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

  /** Every thread of this JVM except virtual ones, followed by nulls. */
  private Thread[] all() {
    Thread[] all = new Thread[USUALLY_FEWER];
    while (root.enumerate(all) == all.length) { // there may be more
      all = new Thread[2 * all.length];
    }
    return all;
  }

  /**
   * Whether a thread has ended, or is of the JDK or the helper and so of no provider. Threads of
   * JDK and helper are known by their groups, which the threads that they start inherit. All other
   * groups are of providers. That includes the JDK's groups for the common pool and for virtual
   * threads, which run tasks of providers: a thread that such a task starts belongs to the
   * provider.
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
