package dev.bullpen.protocol.line;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the bytes that all clients of a process together have not read.
 *
 * <p>The fair share of a queue is the budget divided by the number of queues that hold anything,
 * and that of a principal the budget divided by the number of principals whose queues do. A queue
 * is over its limit if it holds more than the high mark, or if all together hold more than the
 * budget, and its principal and it more than their shares. It then counts as full until it is down
 * to the low mark and to half its share. So if many clients do not read, they become full early. A
 * client that reads holds little, and does not become full because of others.
 *
 * <p>While all together hold more than the budget, all queues of a principal above its share count
 * as full, also those that hold nothing, until the principal is down to half its share. So it
 * cannot hold more with more connections.
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
  private final Map<Object, Long> heldBy = new HashMap<>();
  private long held;

  /** Changed under the lock, but read without it. */
  private final Set<Object> fullPrincipals = ConcurrentHashMap.newKeySet();

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

  /** The bytes that all clients together have not read. */
  public long held() {
    synchronized (accountsLock) {
      return held;
    }
  }

  /** Whether all queues of a principal, also a new one, count as full. */
  public boolean isFull(Object principal) {
    return fullPrincipals.contains(principal);
  }

  private long share() {
    assert Thread.holdsLock(accountsLock);
    return bytes / Math.max(1, holders.size());
  }

  private long principalShare() {
    assert Thread.holdsLock(accountsLock);
    return bytes / Math.max(1, heldBy.size());
  }

  private boolean isOver(Object principal) {
    assert Thread.holdsLock(accountsLock);
    return held > bytes && heldBy.getOrDefault(principal, 0L) > principalShare();
  }

  /**
   * What one queue holds. The queue's lock may be held in these methods, which take no other lock.
   */
  final class Account {
    private final Object principal;
    private long own;
    private volatile boolean abandoned;

    /** Whether this has let all queues of any principal accept work again, by being read. */
    private boolean hasReopened;

    private volatile boolean full;

    Account(Object principal) {
      this.principal = principal;
    }

    void add(long more) {
      synchronized (accountsLock) {
        own += more;
        held += more;
        if (own > 0) {
          holders.add(this);
        } else {
          holders.remove(this);
        }
        long all = heldBy.getOrDefault(principal, 0L) + more;
        if (all > 0) {
          heldBy.put(principal, all);
        } else {
          heldBy.remove(principal);
        }
        if (held <= bytes / 2) {
          hasReopened |= !fullPrincipals.isEmpty();
          fullPrincipals.clear();
        } else if (all <= principalShare() / 2) {
          hasReopened |= fullPrincipals.remove(principal);
        }
      }
    }

    boolean isOver() {
      synchronized (accountsLock) {
        return !abandoned
            && (own > marks.highBytes()
                || (OutgoingBudget.this.isOver(principal) && own > share()));
      }
    }

    /** Mark this queue as full if it is over its limit, and others that are now over theirs. */
    void markFull() {
      synchronized (accountsLock) {
        full |= isOver();
        if (held > bytes) {
          holders.forEach(holder -> holder.full |= holder.isOver());
          heldBy.keySet().stream().filter(OutgoingBudget.this::isOver).forEach(fullPrincipals::add);
        }
      }
    }

    boolean isFull() {
      return full || (!abandoned && OutgoingBudget.this.isFull(principal));
    }

    /**
     * Let a full queue accept new work if it has been read far enough.
     *
     * @return true if it was, also if that was so far that others accept work
     */
    boolean reopen() {
      if (!full && !hasReopened) {
        return false;
      }
      synchronized (accountsLock) {
        boolean hasRoomAgain = hasReopened;
        hasReopened = false;
        if (full) {
          full = own > Math.min(marks.lowBytes(), share() / 2);
          hasRoomAgain |= !full;
        }
        return hasRoomAgain;
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
