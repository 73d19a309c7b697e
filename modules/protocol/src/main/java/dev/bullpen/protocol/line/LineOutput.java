package dev.bullpen.protocol.line;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Puts lines onto a stream in pieces, so that each piece the client takes is seen. One thread. */
final class LineOutput {
  /** What a Linux pipe holds (pipe(7)): more at once would not reach the client any sooner. */
  static final int TURN_BYTES = 64 * 1024;

  /**
   * A page, by which a pipe gives room again (pipe(7)). One larger write would wait for several of
   * them, and a client that reads slowly would seem not to read.
   */
  static final int PIECE_BYTES = 4 * 1024;

  private final OutputStream out;
  private final Runnable moved;
  private final byte[] buffer = new byte[TURN_BYTES];

  /**
   * @param moved run after each piece
   */
  LineOutput(OutputStream out, Runnable moved) {
    this.out = out;
    this.moved = moved;
  }

  /**
   * Write and flush.
   *
   * @param lines one of any length, or several of {@link #TURN_BYTES} together at most
   */
  void write(List<byte[]> lines) throws IOException {
    if (lines.size() == 1) {
      writeInPieces(lines.get(0), lines.get(0).length);
    } else {
      writeInPieces(buffer, gather(lines));
    }
    out.flush();
  }

  private void writeInPieces(byte[] bytes, int length) throws IOException {
    for (int from = 0; from < length; from += PIECE_BYTES) {
      out.write(bytes, from, Math.min(PIECE_BYTES, length - from));
      moved.run();
    }
  }

  /** Put the lines into the buffer, one behind the other; returns how long they are together. */
  private int gather(List<byte[]> lines) {
    int length = 0;
    for (byte[] line : lines) {
      System.arraycopy(line, 0, buffer, length, line.length);
      length += line.length;
    }
    return length;
  }
}
