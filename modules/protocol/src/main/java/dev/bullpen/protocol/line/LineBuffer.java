package dev.bullpen.protocol.line;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The bytes of the line being read, in blocks, up to a capacity and as long as there is room.
 * Beyond that the bytes are let go and only counted, so that a line without end costs no more.
 */
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
  private boolean isCrowded;

  /**
   * @param room whether so many bytes more can be had
   */
  LineBuffer(long capacity, LongPredicate room) {
    this.capacity = capacity;
    this.room = room;
  }

  void append(byte[] from, int offset, int count) {
    if (isCrowded || length + count > capacity) {
      keepOneBlock();
    } else {
      store(from, offset, count);
    }
    length += count;
  }

  /** All bytes since the last {@link #clear}, kept or not. */
  long length() {
    return length;
  }

  boolean isOverflown() {
    return length > capacity;
  }

  /** Whether there was no room for what was within the capacity. */
  boolean isCrowded() {
    return isCrowded;
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

  void clear() {
    keepOneBlock();
    length = 0;
    isCrowded = false;
  }

  private void store(byte[] from, int offset, int count) {
    for (int done = 0; done < count; ) {
      long at = length + done;
      int block = (int) (at / BLOCK_BYTES);
      if (block == blocks.size()) {
        if (block % BLOCKS_OF_A_STEP == 0 && !hasRoomAfter(at)) {
          isCrowded = true;
          keepOneBlock();
          return;
        }
        blocks.add(new byte[BLOCK_BYTES]);
      }
      int within = (int) (at % BLOCK_BYTES);
      int part = Math.min(count - done, BLOCK_BYTES - within);
      System.arraycopy(from, offset + done, blocks.get(block), within, part);
      done += part;
    }
  }

  /** For the copy of what is kept, and for the next MiB and its copy. */
  private boolean hasRoomAfter(long kept) {
    return room.test(kept + 2 * STEP_BYTES);
  }

  private void keepOneBlock() {
    blocks.subList(1, blocks.size()).clear();
  }
}
