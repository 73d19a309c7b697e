package dev.bullpen.wire;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Random;

/** Gives a stream in pieces of 1 to 7 bytes, as a busy pipe may. */
final class Trickle extends InputStream {
  private final ByteArrayInputStream in;
  private final Random random;

  Trickle(byte[] bytes, Random random) {
    this.in = new ByteArrayInputStream(bytes);
    this.random = random;
  }

  @Override
  public int read() {
    return in.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    return in.read(bytes, offset, Math.min(length, 1 + random.nextInt(7)));
  }
}
