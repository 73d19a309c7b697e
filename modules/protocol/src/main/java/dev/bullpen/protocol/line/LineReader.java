package dev.bullpen.protocol.line;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.HeapRoom;
import dev.bullpen.json.JsonSketch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.LongPredicate;

/**
 * Reads lines of limited length from a stream.
 *
 * <p>Blank lines (spaces, tabs, carriage returns) are skipped, one {@code \r} before the newline
 * and a UTF-8 byte order mark at the very start are removed, and the last line needs no newline. A
 * line that is over the limit or does not fit into the heap is read to its end in constant memory
 * and reported once. The lines after it are served.
 *
 * <p>Not thread-safe.
 */
public final class LineReader {
  /**
   * Enough to send a file as one argument (16 MiB with a helper of default size), and well below
   * the heap.
   */
  public static final int DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

  /** The size of a Linux pipe (pipe(7)): one read empties a full pipe. */
  private static final int READ_BYTES = 64 * 1024;

  private final InputStream in;
  private final int maxBytes;
  private final byte[] chunk = new byte[READ_BYTES];
  private final LineBuffer line;
  private int position;
  private int limit;
  private boolean atStart = true;

  /** The limit applies to what is left of a line. */
  public LineReader(InputStream in, int maxBytes) {
    this(in, maxBytes, HeapRoom::has);
  }

  LineReader(InputStream in, int maxBytes, LongPredicate room) {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("a line must have room for a byte, not " + maxBytes);
    }
    this.in = in;
    this.maxBytes = maxBytes;
    this.line = new LineBuffer((long) maxBytes + ByteOrderMark.BYTES + "\r".length(), room);
  }

  /** The next line that is not blank. Blocks as long as the stream does. */
  public Line next() throws IOException {
    while (fill()) {
      int newline = indexOfNewline();
      if (!line.append(chunk, position, newline - position)) {
        return beyond();
      }
      position = newline + 1;
      if (newline < limit) {
        Optional<Line> whole = finish();
        if (whole.isPresent()) {
          return whole.get();
        }
      }
    }
    return finish().orElseGet(Line.End::new);
  }

  private boolean fill() throws IOException {
    if (position < limit) {
      return true;
    }
    position = 0;
    limit = Math.max(in.read(chunk), 0);
    return limit > 0;
  }

  private int indexOfNewline() {
    int at = position;
    while (at < limit && chunk[at] != '\n') {
      at++;
    }
    return at;
  }

  private Optional<Line> finish() {
    try {
      return trimmed();
    } finally {
      begin();
    }
  }

  private void begin() {
    line.clear();
    atStart = false;
  }

  /** A line that cannot be kept is scanned as it is read, so that it can be answered. */
  private Line beyond() throws IOException {
    try {
      long kept = line.length();
      RestOfLine rest = new RestOfLine();
      Optional<JsonSketch> sketch = JsonSketch.of(new SequenceInputStream(line.handOver(), rest));
      rest.transferTo(OutputStream.nullOutputStream());
      long length = kept + rest.length;
      return length > line.capacity()
          ? new Line.TooLong(length, sketch)
          : new Line.NoRoom(length, sketch);
    } finally {
      begin();
    }
  }

  private final class RestOfLine extends InputStream {
    private long length;
    private boolean ended;

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
      if (ended || !fill()) {
        return -1;
      }
      int newline = indexOfNewline();
      int taken = Math.min(count, newline - position);
      System.arraycopy(chunk, position, into, offset, taken);
      position += taken;
      length += taken;
      if (position < limit && chunk[position] == '\n') {
        position++;
        ended = true;
      }
      return taken > 0 || !ended ? taken : -1;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
  }

  private Optional<Line> trimmed() {
    int from = atStart && startsWithByteOrderMark() ? ByteOrderMark.BYTES : 0;
    int to = (int) line.length();
    if (to > from && line.at(to - 1) == '\r') {
      to--;
    }
    if (to - from > maxBytes) {
      return Optional.of(new Line.TooLong(line.length(), JsonSketch.of(line.handOver())));
    }
    return isBlank(from, to) ? Optional.empty() : Optional.of(new Line.Text(line.copy(from, to)));
  }

  private boolean startsWithByteOrderMark() {
    return ByteOrderMark.isBefore(line.copy(0, (int) Math.min(line.length(), ByteOrderMark.BYTES)));
  }

  private boolean isBlank(int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = line.at(i);
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  /** The bytes of the line being read, in blocks, up to a capacity and while there is room. */
  private static final class LineBuffer {
    /** Larger than nearly every message, so that most lines fit into one block, which is reused. */
    private static final int BLOCK_BYTES = 64 * 1024;

    private static final int BLOCKS_OF_A_STEP = 16;

    private static final long STEP_BYTES = (long) BLOCKS_OF_A_STEP * BLOCK_BYTES;

    private final long capacity;
    private final LongPredicate room;
    private final List<byte[]> blocks = new ArrayList<>(List.of(new byte[BLOCK_BYTES]));
    private long length;

    LineBuffer(long capacity, LongPredicate room) {
      this.capacity = capacity;
      this.room = room;
    }

    /** Append bytes; false, keeping none of them, if there is no capacity or room. */
    boolean append(byte[] from, int offset, int count) {
      if (length + count > capacity || !store(from, offset, count)) {
        return false;
      }
      length += count;
      return true;
    }

    long capacity() {
      return capacity;
    }

    long length() {
      return length;
    }

    byte at(int index) {
      return blocks.get(index / BLOCK_BYTES)[index % BLOCK_BYTES];
    }

    byte[] copy(int from, int to) {
      byte[] bytes = new byte[to - from];
      for (int done = 0; done < bytes.length; ) {
        int within = (from + done) % BLOCK_BYTES;
        int count = Math.min(bytes.length - done, BLOCK_BYTES - within);
        System.arraycopy(blocks.get((from + done) / BLOCK_BYTES), within, bytes, done, count);
        done += count;
      }
      return bytes;
    }

    /**
     * Hand over the bytes. Each block is released as it is read. Read them before appending more.
     */
    InputStream handOver() {
      Queue<InputStream> pieces = new ArrayDeque<>();
      for (long from = 0; from < length; from += BLOCK_BYTES) {
        byte[] block = blocks.get((int) (from / BLOCK_BYTES));
        pieces.add(new ByteArrayInputStream(block, 0, (int) Math.min(BLOCK_BYTES, length - from)));
      }
      clear();
      return new SequenceInputStream(
          new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
              return !pieces.isEmpty();
            }

            @Override
            public InputStream nextElement() {
              return pieces.remove();
            }
          });
    }

    void clear() {
      blocks.subList(1, blocks.size()).clear();
      length = 0;
    }

    private boolean store(byte[] from, int offset, int count) {
      for (int done = 0; done < count; ) {
        long at = length + done;
        int block = (int) (at / BLOCK_BYTES);
        if (block == blocks.size()) {
          if (block % BLOCKS_OF_A_STEP == 0 && !hasRoomAfter(at)) {
            return false;
          }
          blocks.add(new byte[BLOCK_BYTES]);
        }
        int within = (int) (at % BLOCK_BYTES);
        int part = Math.min(count - done, BLOCK_BYTES - within);
        System.arraycopy(from, offset + done, blocks.get(block), within, part);
        done += part;
      }
      return true;
    }

    /** Whether the heap has room for what is kept, the next MiB, and a copy of both. */
    private boolean hasRoomAfter(long kept) {
      return room.test(kept + 2 * STEP_BYTES);
    }
  }
}
