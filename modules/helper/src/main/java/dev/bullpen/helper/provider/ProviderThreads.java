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
 * The threads of providers and of what these start: one thread group for all that run in this JVM.
 * A provider's classes live on, and may hold a factory of threads that goes by the group in which
 * it was made; so the threads it makes for a later provider are seen as well. Before JDK 19 a group
 * could moreover only be let go of by destroying it, and then such a factory would fail.
 */
final class ProviderThreads {
  /** The threads of a parallel stream that has its result may still look for more to do. */
  private static final Duration LAST_TASKS = Duration.ofMillis(20);

  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  private static final String NAME = "provider";

  /** Deep enough for a recursive parser; only what is touched costs memory. */
  private static final long STACK_BYTES = 1024 * 1024;

  /** Threads that were told to end when the provider returned may take a moment to. */
  private static final long LAST_THREADS_MILLIS = 5;

  private final ThreadGroup group = new ThreadGroup(NAME);
  private final CommonThreads common = new CommonThreads();

  /** Never started: before JDK 19 this keeps a group of daemons from being destroyed. */
  private final Thread anchor = new Thread(group, () -> {}, NAME);

  /**
   * Start one for a provider.
   *
   * @throws PosixException if there is none to be had
   */
  Thread start(Runnable work) throws PosixException {
    group.setMaxPriority(Thread.MAX_PRIORITY); // as it was, whatever a provider has made of it
    Thread thread = new OfProvider(group, work);
    try {
      thread.start();
    } catch (NoThreadException e) {
      throw PosixException.ofStart("a thread for a provider", Errno.EAGAIN);
    }
    return thread;
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

  /** One of ours: it ends by itself once its provider has. */
  private static final class OfProvider extends DaemonThread {
    OfProvider(ThreadGroup group, Runnable work) {
      super(group, NAME, work, STACK_BYTES);
    }
  }

  /** Whether a thread belongs to the provider, also one that another thread of it started. */
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
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
    return true;
  }

  /**
   * The threads of the JDK and of the helper, which belong to no provider. They are known by their
   * thread groups, where a thread comes that one of them starts, or that is put there on purpose.
   * All other groups are of providers, also the JDK's for common pool and virtual threads: what
   * these run is theirs, and so is a thread that it starts.
   */
  private static final class CommonThreads {
    /** More than a helper has, with a provider that is not busy. */
    private static final int USUALLY_FEWER = 64;

    /** What runs virtual threads, and what answers who watches this JVM from outside. */
    private static final Set<String> GROUPS = Set.of("CarrierThreads", "RMI Runtime");

    /** Also in a group of the JDK's, but they may run what is a provider's, which starts others. */
    private static final String INNOCUOUS = "jdk.internal.misc.InnocuousThread";

    private final ThreadGroup ours = Thread.currentThread().getThreadGroup();
    private final ThreadGroup root = root(ours);

    /** Who is there before the first provider is of none. */
    private final Set<Thread> earlier = Collections.newSetFromMap(new IdentityHashMap<>());

    /** As they are now; made by a thread of the helper's. */
    CommonThreads() {
      Collections.addAll(earlier, all());
      earlier.remove(null);
    }

    private static ThreadGroup root(ThreadGroup group) {
      ThreadGroup root = group;
      while (root.getParent() != null) {
        root = root.getParent();
      }
      return root;
    }

    /** Every thread of this JVM but virtual ones, and nulls behind them. */
    Thread[] all() {
      Thread[] all = new Thread[USUALLY_FEWER];
      while (root.enumerate(all) == all.length) { // there may be more
        all = new Thread[2 * all.length];
      }
      return all;
    }

    /** Whether a thread is one of these, or has ended. */
    boolean have(Thread thread) {
      ThreadGroup group = thread.getThreadGroup();
      return group == null
          || group == root
          || group == ours
          || (group.getParent() == root && GROUPS.contains(group.getName()))
          || thread.getClass().getName().equals(INNOCUOUS)
          || isOfCommonPool(thread)
          || earlier.contains(thread);
    }
  }
}
