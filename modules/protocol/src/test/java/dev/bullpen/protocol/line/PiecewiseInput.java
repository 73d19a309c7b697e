package dev.bullpen.protocol.line;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.Random;

/** Bytes that arrive a few at a time, as they do from a pipe. */
final class PiecewiseInput extends FilterInputStream {
  private final Random random;
  private final int longest;

  PiecewiseInput(byte[] bytes, int longest, long seed) {
    super(new ByteArrayInputStream(bytes));
    this.longest = longest;
    this.random = new Random(seed);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    return super.read(into, offset, Math.min(length, 1 + random.nextInt(longest)));
  }
}
