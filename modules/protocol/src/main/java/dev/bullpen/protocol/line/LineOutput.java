package dev.bullpen.protocol.line;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Puts lines onto a stream in as few writes as a pipe has use for. For one thread. */
final class LineOutput {
  /** What a Linux pipe holds (pipe(7)): a larger write would not reach the client any sooner. */
  static final int WRITE_BYTES = 64 * 1024;

  private final OutputStream out;
  private final Runnable moved;
  private final byte[] buffer = new byte[WRITE_BYTES];

  /**
   * @param moved run after each write
   */
  LineOutput(OutputStream out, Runnable moved) {
    this.out = out;
    this.moved = moved;
  }

  /**
   * Write and flush.
   *
   * @param lines one of any length, or several of {@link #WRITE_BYTES} together at most
   */
  void write(List<byte[]> lines) throws IOException {
    if (lines.size() == 1) {
      writeInPieces(lines.get(0));
    } else {
      writeTogether(lines);
    }
    out.flush();
  }

  /** A large array in one call would be copied whole into native memory by the JDK. */
  private void writeInPieces(byte[] line) throws IOException {
    for (int from = 0; from < line.length; from += WRITE_BYTES) {
      out.write(line, from, Math.min(WRITE_BYTES, line.length - from));
      moved.run();
    }
  }

  private void writeTogether(List<byte[]> lines) throws IOException {
    int length = 0;
    for (byte[] line : lines) {
      System.arraycopy(line, 0, buffer, length, line.length);
      length += line.length;
    }
    out.write(buffer, 0, length);
    moved.run();
  }
}
