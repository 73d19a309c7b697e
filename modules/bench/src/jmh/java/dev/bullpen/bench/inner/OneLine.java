package dev.bullpen.bench.inner;

import java.io.InputStream;
import java.util.Arrays;

/** A client's way in, in memory: one line at a time, and an end after each. */
public final class OneLine extends InputStream {
  private byte[] next = {};

  /** What is read from now on, the newline with it. */
  public OneLine give(byte[] line) {
    next = line;
    return this;
  }

  @Override
  public int read() {
    throw new UnsupportedOperationException("lines are read whole");
  }

  @Override
  public int read(byte[] into, int from, int most) {
    int length = Math.min(next.length, most);
    System.arraycopy(next, 0, into, from, length);
    next = Arrays.copyOfRange(next, length, next.length);
    return length > 0 ? length : -1;
  }
}
