package dev.bullpen.protocol.line;

import java.util.HashSet;
import java.util.Set;

/**
 * Bounds the bytes that all clients of a process together have not read.
 *
 * <p>The fair share of a queue is the budget divided by the number of queues that hold anything. A
 * queue is over its limit if it holds more than the high mark, or if all together hold more than
 * the budget and it holds more than its share. It then counts as full until it is down to the low
 * mark and to half its share. So if many clients do not read, they become full early. A client that
 * reads holds little, and does not become full because of others.
 *
 * <p>A full queue stops new work, but not the answers to work in progress, which may exceed the
 * budget.
 */
public final class OutgoingBudget {
  /** Short messages take about four times their bytes: 60 bytes of JSON are 220 on the heap. */
  private static final int PART_OF_HEAP = 16;

  private final long bytes;
  private final WaterMarks marks;

  private final Object accountsLock = new Object();
  private final Set<Account> holders = new HashSet<>();
  private long held;

  /**
   * @param bytes of all queues together
   * @param marks of each queue
   */
  public OutgoingBudget(long bytes, WaterMarks marks) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a budget needs at least a byte, not " + bytes);
    }
    this.bytes = bytes;
    this.marks = marks;
  }

  /** A budget of a part of this JVM's heap, with the default marks. */
  public static OutgoingBudget ofHeap() {
    return new OutgoingBudget(Runtime.getRuntime().maxMemory() / PART_OF_HEAP, WaterMarks.DEFAULT);
  }

  long held() {
    synchronized (accountsLock) {
      return held;
    }
  }

  private long share() {
    assert Thread.holdsLock(accountsLock);
    return bytes / Math.max(1, holders.size());
  }

  /**
   * What one queue holds. The queue's lock may be held in these methods, which take no other lock.
   */
  final class Account {
    private long own;
    private boolean abandoned;
    private volatile boolean full;

    void add(long more) {
      synchronized (accountsLock) {
        own += more;
        held += more;
        if (own > 0) {
          holders.add(this);
        } else {
          holders.remove(this);
        }
      }
    }

    boolean isOver() {
      synchronized (accountsLock) {
        return !abandoned && (own > marks.highBytes() || (held > bytes && own > share()));
      }
    }

    /** Mark this queue as full if it is over its limit, and others that are now over theirs. */
    void markFull() {
      synchronized (accountsLock) {
        full |= isOver();
        if (held > bytes) {
          holders.forEach(holder -> holder.full |= holder.isOver());
        }
      }
    }

    boolean isFull() {
      return full;
    }

    /** Let a full queue accept new work if it has been read far enough; true if it was. */
    boolean reopen() {
      if (!full) {
        return false;
      }
      synchronized (accountsLock) {
        full = own > Math.min(marks.lowBytes(), share() / 2);
        return !full;
      }
    }

    /** Never be full again, because no client is left to read. */
    void abandon() {
      synchronized (accountsLock) {
        abandoned = true;
        full = false;
      }
    }
  }
}
