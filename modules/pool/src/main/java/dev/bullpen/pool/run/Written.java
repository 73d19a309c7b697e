package dev.bullpen.pool.run;

import dev.bullpen.posix.MemoryFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a script has written, piece by piece as it came: most is one piece and never copied, a long
 * text is put together once, when all of it is there. Until then it waits outside of the heap, for
 * most of what is long is too long and never read. Not thread-safe.
 */
final class Written {
  /** More than that is kept outside. */
  static final int ON_HEAP_BYTES = 256 * 1024;

  private final List<byte[]> pieces = new ArrayList<>(1);
  private Optional<MemoryFile> rest = Optional.empty();
  private boolean restIsRefused;
  private int length;

  void add(byte[] piece) {
    length += piece.length;
    if (length <= ON_HEAP_BYTES || restIsRefused || !addToRest(piece)) {
      pieces.add(piece);
    }
  }

  /** Whether it is more than is kept on the heap. */
  boolean isLong() {
    return length > ON_HEAP_BYTES;
  }

  private boolean addToRest(byte[] piece) {
    if (rest.isEmpty()) {
      rest = MemoryFile.open();
    }
    try {
      if (rest.isPresent()) {
        rest.get().append(piece);
        return true;
      }
    } catch (IOException e) {
      pieces.add(takeRest()); // the heap may have room
    }
    restIsRefused = true;
    return false;
  }

  private byte[] takeRest() {
    byte[] bytes = new byte[rest.map(MemoryFile::length).orElse(0)];
    copyRest(bytes, 0);
    return bytes;
  }

  private void copyRest(byte[] into, int offset) {
    if (rest.isEmpty()) {
      return;
    }
    try (MemoryFile file = rest.get()) {
      file.readTo(into, offset);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be read", e);
    }
    rest = Optional.empty();
  }

  /** All of it until now; not to be changed. */
  byte[] all() {
    if (pieces.size() != 1 || rest.isPresent()) {
      byte[] together = together();
      pieces.clear();
      pieces.add(together);
    }
    return pieces.get(0);
  }

  private byte[] together() {
    byte[] all = new byte[length];
    int done = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, all, done, piece.length);
      done += piece.length;
    }
    copyRest(all, done);
    return all;
  }

  void drop() {
    pieces.clear();
    rest.ifPresent(MemoryFile::close);
    rest = Optional.empty();
    length = 0;
  }
}
