package dev.bullpen.pool.run;

import dev.bullpen.posix.MemoryFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A script's output, collected in pieces. Most output is one piece, which is never copied. Long
 * output is assembled once, when it is complete. Until then it is kept off the heap, because most
 * long output is too long and never read. Not thread-safe.
 */
final class OutputBuffer {
  /** More than this is kept off the heap. */
  static final int ON_HEAP_BYTES = 256 * 1024;

  private final List<byte[]> pieces = new ArrayList<>(1);
  private Optional<MemoryFile> rest = Optional.empty();
  private boolean restIsRefused;
  private int length;

  void add(byte[] piece) {
    if (length + piece.length <= ON_HEAP_BYTES || !addToRest(piece)) {
      pieces.add(piece);
    }
    length += piece.length;
  }

  /** Whether it is more than is kept on the heap. */
  boolean isLong() {
    return length > ON_HEAP_BYTES;
  }

  private boolean addToRest(byte[] piece) {
    if (restIsRefused) {
      return false;
    }
    rest = rest.or(MemoryFile::open);
    try {
      if (rest.isPresent()) {
        rest.get().append(piece);
        return true;
      }
    } catch (IOException e) {
      all(); // moves the rest back to the heap, which may have room
    }
    restIsRefused = true;
    return false;
  }

  /** Everything so far; must not be changed. */
  byte[] all() {
    if (pieces.size() != 1 || rest.isPresent()) {
      byte[] all = new byte[length];
      int done = 0;
      for (byte[] piece : pieces) {
        System.arraycopy(piece, 0, all, done, piece.length);
        done += piece.length;
      }
      takeRest(all, done);
      pieces.clear();
      pieces.add(all);
    }
    return pieces.get(0);
  }

  private void takeRest(byte[] into, int offset) {
    if (rest.isPresent()) {
      try (MemoryFile file = rest.get()) {
        file.readTo(into, offset);
      } catch (IOException e) {
        throw new UncheckedIOException("memory cannot be read", e);
      }
      rest = Optional.empty();
    }
  }

  void drop() {
    pieces.clear();
    rest.ifPresent(MemoryFile::close);
    rest = Optional.empty();
    length = 0;
  }
}
