package dev.bullpen.server.thread;

import dev.bullpen.posix.thread.NoThreadException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ExecutorService;

/**
 * A few threads that take turns among owners of tasks. One task of an owner runs at a time, in
 * their order. Then it is the turn of the owner that has waited longest. So none waits for more
 * than one task of each other owner, however many tasks they have.
 */
public final class Turns implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private final ExecutorService threads;

  /** The tasks of owners that have any, or have one running; guarded by itself. */
  private final Map<Object, Queue<Runnable>> waiting = new HashMap<>();

  public Turns(String name, int most) {
    this.threads = DaemonThreads.few(name, most);
  }

  /**
   * Add a task, to run after all others of the same owner; not after the end.
   *
   * @throws NoThreadException if the system has no thread for it; then it does not run
   */
  public void add(Object whose, Runnable task) {
    synchronized (waiting) {
      Queue<Runnable> others = waiting.get(whose);
      if (others != null) {
        others.add(task);
        return;
      }
      begin(whose, task);
      waiting.put(whose, new ArrayDeque<>());
    }
  }

  public boolean hasAny(Object whose) {
    synchronized (waiting) {
      return waiting.containsKey(whose);
    }
  }

  private void begin(Object whose, Runnable task) {
    threads.execute(() -> turn(whose, task));
  }

  private void turn(Object whose, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in what was done for " + whose, e);
    } finally {
      Runnable next;
      synchronized (waiting) {
        next = Objects.requireNonNull(waiting.get(whose)).poll();
        if (next == null) {
          waiting.remove(whose);
        }
      }
      if (next != null) {
        begin(whose, next);
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
