package dev.bullpen.helper.host;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The threads that are nobody's: those of the JDK and of the helper. They are known by their thread
 * groups, where a thread comes that one of them starts, or that is put there on purpose. All other
 * groups are of providers, also the JDK's for common pool and virtual threads: what these run is
 * theirs, and so is a thread that it starts.
 */
final class CommonThreads {
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
        || CommonPool.owns(thread)
        || earlier.contains(thread);
  }
}
