package dev.bullpen.protocol.line;

import dev.bullpen.protocol.RequestId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The lines of {@link StdoutWriter} in the order they will be written, and how many bytes they are.
 * Lines being written count until they are out, because they are in memory until then.
 *
 * <p>Not thread-safe: every call but {@link #isFull} needs the lock of its owner.
 */
final class OutQueue {
  private final WaterMarks marks;
  // Sets for their removal from the middle at the price of one hash; both in order of arrival.
  private final Set<OutLine> lines = new LinkedHashSet<>();
  private final Set<OutLine> droppable = new LinkedHashSet<>();
  private long waiting;
  private long beingWritten;
  private long dropped;
  private volatile boolean full;

  OutQueue(WaterMarks marks) {
    this.marks = marks;
  }

  /** Append a line; false if there was no room for one of its kind. */
  boolean add(OutLine line) {
    lines.add(line);
    if (line.kind() == OutLine.Kind.DROPPABLE) {
      droppable.add(line);
    }
    waiting += line.bytes().length;
    boolean kept = makeRoom(line);
    full = full || isOver(marks.highBytes());
    return kept;
  }

  /** Count a line as being written that never waited; only while nothing else is. */
  void pass(OutLine line) {
    beingWritten = line.bytes().length;
  }

  /**
   * The next lines, as many as fit in so many bytes but at least one, if there is one; none while
   * others are being written. They are out of reach of {@link #withdraw} from here on.
   */
  List<byte[]> take(int maxBytes) {
    if (isBeingWritten()) {
      return List.of();
    }
    List<byte[]> taken = new ArrayList<>();
    Iterator<OutLine> oldest = lines.iterator();
    while (oldest.hasNext()) {
      OutLine line = oldest.next();
      int length = line.bytes().length;
      if (!taken.isEmpty() && beingWritten + length > maxBytes) {
        break;
      }
      oldest.remove();
      droppable.remove(line);
      waiting -= length;
      beingWritten += length;
      taken.add(line.bytes());
    }
    return taken;
  }

  void written() {
    beingWritten = 0;
  }

  /**
   * Remove what still waits for a request; true if its answer was among it.
   *
   * <p>Looks at every line: they are few unless the client does not read, and then about as many as
   * the high mark has room for.
   */
  boolean withdraw(RequestId id) {
    boolean answered = false;
    Iterator<OutLine> all = lines.iterator();
    while (all.hasNext()) {
      OutLine line = all.next();
      if (line.belongsTo(id)) {
        all.remove();
        droppable.remove(line);
        waiting -= line.bytes().length;
        answered |= line.kind() == OutLine.Kind.RESPONSE;
      }
    }
    return answered;
  }

  /** Whether the queue has gone beyond its high mark and not come down to its low mark since. */
  boolean isFull() {
    return full;
  }

  /** True once each time a full queue has come down to its low mark; it is no longer full then. */
  boolean hasRoomAgain() {
    boolean again = full && !isOver(marks.lowBytes());
    full = full && !again;
    return again;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  boolean isBeingWritten() {
    return beingWritten > 0;
  }

  boolean isIdle() {
    return isEmpty() && !isBeingWritten();
  }

  long dropped() {
    return dropped;
  }

  void clear() {
    lines.clear();
    droppable.clear();
    waiting = 0;
    full = false;
  }

  private boolean makeRoom(OutLine added) {
    boolean kept = true;
    Iterator<OutLine> oldest = droppable.iterator();
    while (isOver(marks.highBytes()) && oldest.hasNext()) {
      OutLine line = oldest.next();
      oldest.remove();
      lines.remove(line);
      waiting -= line.bytes().length;
      dropped++;
      kept &= line != added;
    }
    return kept;
  }

  private boolean isOver(long bytes) {
    return waiting + beingWritten > bytes;
  }

  /** A line waiting to be written. Compared by identity: two equal lines are still two. */
  static final class OutLine {
    enum Kind {
      /** An answer: written, or withdrawn with its request. */
      RESPONSE,
      /** Written whatever happens. */
      LASTING,
      /** Written, withdrawn with its request, or dropped for want of room. */
      DROPPABLE
    }

    private final Kind kind;
    private final Optional<RequestId> request;
    private final byte[] bytes;

    OutLine(Kind kind, Optional<RequestId> request, byte[] bytes) {
      if (bytes.length == 0 || bytes[bytes.length - 1] != '\n') {
        throw new IllegalArgumentException("a line ends in a newline");
      }
      this.kind = kind;
      this.request = request;
      this.bytes = bytes;
    }

    Kind kind() {
      return kind;
    }

    boolean belongsTo(RequestId id) {
      return request.isPresent() && request.get().equals(id);
    }

    byte[] bytes() {
      return bytes;
    }
  }
}
