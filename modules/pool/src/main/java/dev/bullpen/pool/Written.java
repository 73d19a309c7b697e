package dev.bullpen.pool;

import java.util.ArrayList;
import java.util.List;

/**
 * What a script has written, piece by piece as it came: most is one piece and never copied, a long
 * text is put together once, when all of it is there. Not thread-safe.
 */
final class Written {
  private final List<byte[]> pieces = new ArrayList<>(1);

  void add(byte[] piece) {
    pieces.add(piece);
  }

  /** All of it until now; not to be changed. */
  byte[] all() {
    if (pieces.size() != 1) {
      byte[] together = together();
      pieces.clear();
      pieces.add(together);
    }
    return pieces.get(0);
  }

  private byte[] together() {
    byte[] all = new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
    int length = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, all, length, piece.length);
      length += piece.length;
    }
    return all;
  }
}
