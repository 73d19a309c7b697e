package dev.bullpen.server.resource;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Lets a few reads from hosts run at a time, and fewer from one host, so that slow hosts leave
 * helpers to others. The others wait in the order in which they came. A host that has as many as it
 * may holds up only its own.
 */
final class HostTurns implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.resources");

  private enum State {
    WAITING,
    RUNNING,
    OVER
  }

  private final int most;
  private final int mostOfOne;
  private final int mostWaiting;
  private final Object lock = new Object();

  // All guarded by the lock.
  private final Map<String, Integer> running = new HashMap<>();
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private int runningOfAll;
  private boolean isHandingOut;

  /**
   * @param most reads at a time
   * @param mostOfOne of them from one host
   * @param mostWaiting reads whose turn has not come
   */
  HostTurns(int most, int mostOfOne, int mostWaiting) {
    this.most = most;
    this.mostOfOne = mostOfOne;
    this.mostWaiting = mostWaiting;
  }

  /** One read's turn, from the moment it waits for it. */
  final class Turn {
    private final String host;
    private final Consumer<Turn> begin;
    private State state = State.WAITING;

    private Turn(String host, Consumer<Turn> begin) {
      this.host = host;
      this.begin = begin;
    }

    /** Make room for the next, or leave the queue. Idempotent. */
    void end() {
      synchronized (lock) {
        if (state == State.RUNNING) {
          runningOfAll--;
          running.computeIfPresent(host, (name, number) -> number == 1 ? null : number - 1);
        } else if (state == State.WAITING) {
          waiting.remove(this);
        }
        state = State.OVER;
      }
      handOut();
    }

    private void begin() {
      try {
        begin.accept(this);
      } catch (RuntimeException | Error e) { // the others are read all the same
        LOG.log(Level.ERROR, "a defect in reading from " + host, e);
        end();
      }
    }
  }

  /**
   * Wait for a turn.
   *
   * @param host see {@link dev.bullpen.project.resource.ResourceRead.Host#place}
   * @param begin begins the read, and ends its turn when it is over; must not block
   * @throws RejectedExecutionException if too many wait
   */
  Turn add(String host, Consumer<Turn> begin) {
    Turn turn = new Turn(host, begin);
    synchronized (lock) {
      if (!hasRoom(host) && waiting.size() >= mostWaiting) {
        throw new RejectedExecutionException("so many wait already: " + mostWaiting);
      }
      waiting.add(turn);
    }
    handOut();
    return turn;
  }

  /** One thread at a time, so that a long queue of reads that end at once needs no deep stack. */
  private void handOut() {
    synchronized (lock) {
      if (isHandingOut) {
        return;
      }
      isHandingOut = true;
    }
    for (Optional<Turn> next = next(); next.isPresent(); next = next()) {
      next.get().begin();
    }
  }

  private Optional<Turn> next() {
    synchronized (lock) {
      for (Iterator<Turn> turns = waiting.iterator(); runningOfAll < most && turns.hasNext(); ) {
        Turn turn = turns.next();
        if (hasRoom(turn.host)) {
          turns.remove();
          turn.state = State.RUNNING;
          runningOfAll++;
          running.merge(turn.host, 1, Integer::sum);
          return Optional.of(turn);
        }
      }
      isHandingOut = false;
      return Optional.empty();
    }
  }

  private boolean hasRoom(String host) {
    return runningOfAll < most && running.getOrDefault(host, 0) < mostOfOne;
  }

  /** Reads that wait have no turn any more. */
  @Override
  public void close() {
    synchronized (lock) {
      waiting.clear();
    }
  }
}
