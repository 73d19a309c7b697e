package dev.bullpen.protocol.line;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Queue;
import java.util.function.LongPredicate;

/** The bytes of the line being read, in blocks, up to a capacity and as long as there is room. */
final class LineBuffer {
  /** Larger than nearly every message, so that a line is one block, kept from line to line. */
  private static final int BLOCK_BYTES = 64 * 1024;

  /** Room is asked for each MiB. */
  private static final int BLOCKS_OF_A_STEP = 16;

  private static final long STEP_BYTES = (long) BLOCKS_OF_A_STEP * BLOCK_BYTES;

  private final long capacity;
  private final LongPredicate room;
  private final List<byte[]> blocks = new ArrayList<>(List.of(new byte[BLOCK_BYTES]));
  private long length;

  /**
   * @param room whether so many bytes more can be had
   */
  LineBuffer(long capacity, LongPredicate room) {
    this.capacity = capacity;
    this.room = room;
  }

  /**
   * Keep some more; false if they are beyond the capacity or there is no room, and none is kept.
   */
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

  /** All bytes since the last {@link #clear}. */
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

  /** Give the bytes away, to be let go as they are read, which is to be before more is kept. */
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

  /** For the copy of what is kept, and for the next MiB and its copy. */
  private boolean hasRoomAfter(long kept) {
    return room.test(kept + 2 * STEP_BYTES);
  }
}
